/** Logical properties everywhere but on the felt, the score sheets and drawings, which are places and not text (see css/felt.css). */
export default {
  overrides: [
    { files: ["**/*.ts"], customSyntax: "postcss-lit" },
    { files: ["**/client/css/{felt,play,phone,low}.css"], rules: { "csstools/use-logical": null } },
  ],
  plugins: ["stylelint-use-logical"],
  ignoreFiles: ["**/generated/**"],
  rules: {
    "csstools/use-logical": ["always", { except: [/^(top|right|bottom|left)$/i] }],
    "color-no-invalid-hex": true,
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    "block-no-empty": true,
    "property-no-unknown": true,
    "selector-pseudo-class-no-unknown": true,
    "unit-no-unknown": true,
  },
};
