// Write vendor/VENDOR.json: what each vendored file is, its version, licence, size and SHA-256.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "..", "adage_map", "static", "vendor");
const packages = {
  three: { files: ["three.js"], how: "names of tools/vendor_three.js, bundled by esbuild" },
  katex: { files: ["katex.js", "katex.css"], how: "bundled by esbuild; style sheet with woff2 only" },
  "plotly.js-cartesian-dist-min": { files: ["plotly-cartesian.min.js"], how: "as published" },
};
const licences = {
  three: "three.LICENSE", katex: "katex.LICENSE", "plotly.js-cartesian-dist-min": "plotly.LICENSE",
};
packages.katex.files.push(...readdirSync(join(vendor, "fonts")).sort().map((name) => `fonts/${name}`));

function entry(path) {
  const content = readFileSync(join(vendor, path));
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

const record = Object.entries(packages).map(([name, { files, how }]) => {
  const { version, license } = JSON.parse(
    readFileSync(join(here, "node_modules", name, "package.json"), "utf8"));
  return { name, version, license, how, files: [...files, licences[name]].map(entry) };
});
writeFileSync(join(vendor, "VENDOR.json"), JSON.stringify(record, null, 2) + "\n");
