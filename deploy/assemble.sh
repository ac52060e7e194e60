#!/bin/sh
# deploy/assemble.sh FOLDER, after `npm run build`: puts there what a server runs from, without sources and tools.
set -eu
cd "$(dirname "$0")/.."
[ -f build/stamp ] || { echo "Build first: npm run build" >&2; exit 1; }
mkdir -p "$1"
# Of the sources: migrations, and the two files that are read as they are.
find server \( -path '*/migrations/*.sql' -o -name decode-picture.mjs -o -name common-passwords.txt \) \
  | tar -cf - --exclude='*.d.ts' package.json package-lock.json build brands demo -T - | tar -xf - -C "$1"
cd "$1"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
