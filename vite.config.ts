import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { catalogues } from "./platform/web/client/dev/catalogues.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The bundle goes where Django's static files look; the manifest has no dot in front, or collectstatic would pass it over. */
export default defineConfig({
  base: "/static/client/",
  publicDir: false,
  plugins: [catalogues(here("."))],
  resolve: { alias: { "@client": here("platform/web/client") } },
  build: {
    outDir: "platform/web/static/client",
    emptyOutDir: true,
    manifest: "manifest.json",
    // The content security policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rollupOptions: { input: ["main.ts", "lobby.ts", "waiting.ts", "inbox.ts", "forms.ts", "members.ts", "position.ts", "pages.css"].map((name) => here(`platform/web/client/${name}`)) },
  },
  test: { include: ["tests/client/**/*.test.ts"], environment: "node" },
});
