#!/bin/sh
# Rebuild adage_map/static/vendor from the versions pinned in tools/package.json and its lock.
# Needs node and npm; only who changes a version runs it, the result is committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out="$here/../adage_map/static/vendor"
modules="$here/node_modules"

(cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved=true)
mkdir -p "$out/fonts"
esbuild="$modules/.bin/esbuild"
(cd "$here" && "$esbuild" vendor_three.js --bundle --minify --format=esm --target=es2022 \
    --legal-comments=eof --outfile="$out/three.js")
# The same list of names is its type declaration, so that a name left out is an error in `tsc`.
cp "$here/vendor_three.js" "$out/three.d.ts"
(cd "$here" && "$esbuild" "$modules/katex/dist/katex.mjs" --bundle --minify --format=esm \
    --target=es2022 --legal-comments=eof --outfile="$out/katex.js")
# The woff2 fonts are read by every browser that runs the map; the other two formats stay behind.
sed -E 's/,url\(fonts\/[A-Za-z0-9_-]+\.woff\) format\("woff"\)//g; s/,url\(fonts\/[A-Za-z0-9_-]+\.ttf\) format\("truetype"\)//g' \
    "$modules/katex/dist/katex.min.css" > "$out/katex.css"
cp "$modules"/katex/dist/fonts/*.woff2 "$out/fonts/"
cp "$modules/plotly.js-cartesian-dist-min/plotly-cartesian.min.js" "$out/plotly-cartesian.min.js"
cp "$modules/three/LICENSE" "$out/three.LICENSE"
cp "$modules/katex/LICENSE" "$out/katex.LICENSE"
cp "$modules/plotly.js-cartesian-dist-min/LICENSE" "$out/plotly.LICENSE"
chmod 644 "$out"/*.* "$out"/fonts/*
node "$here/vendor_record.mjs"
