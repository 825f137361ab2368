#!/usr/bin/env bash
# Finds or installs the command line for action.yml, and says as the output "program" where it is. Where that fails the
# program is not there, which the next step reports as an audit that did not take place.
set -uo pipefail
package=${ONERUN_PACKAGE:-}
if [ -n "$package" ]; then
  # A file is named from here, and npm looks from where it installs.
  [ -f "$package" ] && package=$(realpath -- "$package")
  # A folder of its own: where this fails, what an earlier step installed is not taken for it.
  folder=$(mktemp -d "$RUNNER_TEMP/onerun.XXXXXX")
  npm install --no-audit --no-fund --ignore-scripts --prefix "$folder" -- "$package"
  program="$folder/node_modules/onerun/dist/cli.js"
elif [ -f node_modules/onerun/dist/cli.js ]; then
  program="$PWD/node_modules/onerun/dist/cli.js"
else
  program="$GITHUB_ACTION_PATH/dist/cli.js"
  [ -f "$program" ] || (cd "$GITHUB_ACTION_PATH" && npm ci --no-audit --no-fund --ignore-scripts && npm run --silent build)
fi
printf 'program=%s\n' "$program" >>"$GITHUB_OUTPUT"
