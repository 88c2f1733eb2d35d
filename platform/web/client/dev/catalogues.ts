/** Serves the translations to the dev server, straight from the .po files; the real site has Django's JSONCatalog. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

interface Texts {
  catalog: Record<string, string | string[]>;
  plural: string | null;
}

const unquote = (line: string): string => JSON.parse(line.slice(line.indexOf('"'))) as string;

/** The catalogue of a .po file's text. */
export function readPo(text: string): Texts {
  const catalog: Record<string, string | string[]> = {};
  let plural: string | null = null;
  for (const block of text.split(/\n\s*\n/)) {
    const parts: Record<string, string> = {};
    let part = "";
    for (const line of block.split("\n")) {
      if (line.startsWith("#")) continue;
      const start = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?) /.exec(line);
      if (start?.[1]) part = start[1];
      if (part && line.includes('"')) parts[part] = (parts[part] ?? "") + unquote(line);
    }
    const id = parts["msgid"];
    if (id === undefined || (block.includes("#, fuzzy") && id !== "")) continue;
    if (id === "") {
      plural = /plural=([^;]+);/.exec(parts["msgstr"] ?? "")?.[1] ?? null;
      continue;
    }
    const key = parts["msgctxt"] === undefined ? id : `${parts["msgctxt"]}\u0004${id}`;
    const forms = Object.keys(parts).filter((name) => name.startsWith("msgstr["));
    catalog[key] = forms.length ? forms.map((_, i) => parts[`msgstr[${i}]`] ?? "") : (parts["msgstr"] ?? "");
  }
  return { catalog, plural };
}

export function catalogues(root: string): Plugin {
  return {
    name: "opentrick-catalogues",
    configureServer(server) {
      server.middlewares.use("/static/client/dev-catalogue", (request, response) => {
        const language = new URL(request.url ?? "/", "http://x").searchParams.get("language") ?? "en";
        const files = globSync(`{platform/web,games/*}/locale/${language}/LC_MESSAGES/djangojs.po`, { cwd: root });
        const all = files.map((file) => readPo(readFileSync(join(root, file), "utf8")));
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ catalog: Object.assign({}, ...all.map((one) => one.catalog)) as object, plural: all[0]?.plural ?? null }));
      });
    },
  };
}
