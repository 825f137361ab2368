#!/usr/bin/env bash
# Compiles the theorems, prints what they rest on, and runs the proved checker: on the certificates that are named, or
# on ten that onerun writes and on the recorded evidence of rounds.
#   proofs/check.sh [certificate.json ...]
# Needs Coq 8.16, Mathematical Components 1.15 (Debian: coq libcoq-mathcomp-algebra libcoq-mathcomp-fingroup
# libcoq-mathcomp-ssreflect) and Node; for the ten also a built command line (npm run build).
set -euo pipefail
certificates=()
for file in "$@"; do
  [ -r "$file" ] || { echo "cannot read $file" >&2 && exit 2; }
  certificates+=("$(realpath "$file")")
done
cd "$(dirname "$0")"
command -v coqc >/dev/null || {
  echo 'coqc is not here: apt-get install coq libcoq-mathcomp-algebra libcoq-mathcomp-fingroup libcoq-mathcomp-ssreflect' >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
coq() { coqc -w none -Q . onerun "$1"; }
for theory in game counting theorem1 directions onesided certificate refutation symmetry tightness \
  rounds/evalues rounds/mean_right rounds/rounds rounds/family \
  checkers/integers checkers/checker checkers/checker_formula checkers/checker_sound checkers/rounds_checker checkers/rounds_checker_sound \
  examples/response examples/one_guess examples/truth examples/certificates examples/coin; do
  coq "$theory.v"
  echo "proved: $theory.v"
done
if grep -nE '\b(Admitted|Axioms?|Parameters?|Conjecture|admit|give_up|bypass_check)\b|Unset (Guard|Positivity|Universe) Checking' -r --include='*.v' .; then
  echo 'something above is not proved' >&2
  exit 1
fi
coq assumptions.v >"$work/assumed"
sed -n 's/^Print Assumptions \(.*\)\.$/\1:/p' assumptions.v >"$work/theorems"
if grep -qv '^Closed under the global context$' "$work/assumed" ||
  [ "$(wc -l <"$work/assumed")" != "$(wc -l <"$work/theorems")" ]; then
  cat "$work/assumed" >&2
  echo 'a theorem rests on something that is not proved' >&2
  exit 1
fi
paste -d ' ' "$work/theorems" "$work/assumed"

# Compiles the Coq file of a certificate: Coq's kernel then has run the checker on it, and nothing is assumed.
accepted() {
  node certificate-to-coq.js "$1" >"$work/checked.v" 2>"$work/said" &&
    coqc -w none -Q . onerun "$work/checked.v" >"$work/said" 2>&1 &&
    [ "$(cat "$work/said")" = 'Closed under the global context' ]
}
if [ ${#certificates[@]} -gt 0 ]; then
  for file in "${certificates[@]}"; do
    accepted "$file" && echo "accepted: $file" && continue
    grep -q 'erefl true' "$work/said" && echo 'it does not prove what it says' >"$work/said"
    echo "refused: $file: $(cat "$work/said")" >&2
    exit 2
  done
  exit
fi
for file in ../test/golden/evidence/*.json; do
  accepted "$file" || { echo "refused: $file" >&2 && cat "$work/said" >&2 && exit 1; }
  echo "accepted: $(basename "$file")"
done
if [ ! -e ../dist/cli.js ]; then
  echo 'no certificates written: the command line is not built (npm ci && npm run build)'
  exit
fi
written=0
while read -r options; do
  # shellcheck disable=SC2086
  node ../dist/cli.js bound $options --certificate "$work/$written.json" >/dev/null || [ $? -eq 1 ]
  accepted "$work/$written.json" || { echo "refused: onerun bound $options" >&2 && cat "$work/said" >&2 && exit 1; }
  echo "accepted: onerun bound $options"
  # A bound that is a thousandth smaller is more than the weights prove.
  node -e 'const fs = require("node:fs"); const [from, to] = process.argv.slice(1);
    const found = JSON.parse(fs.readFileSync(from, "utf8")); found.bound *= 0.999; fs.writeFileSync(to, JSON.stringify(found));' \
    "$work/$written.json" "$work/less.json"
  if accepted "$work/less.json"; then echo "accepted what is not proved: onerun bound $options" >&2 && exit 1; fi
  # It must be the checker that refuses, and nothing before it.
  grep -q 'erefl true' "$work/said" || { cat "$work/said" >&2 && exit 1; }
  written=$((written + 1))
done <<'CASES'
-m 1000 -g 100 -c 90 --claim gaussian(sigma=2)
-m 100 -g 100 -c 69 --claim gaussian(mu=1)
-m 100 -g 16 -c 15 --family approx-dp(delta=1e-5)
-m 1000 -g 1000 -c 691 --claim approx-dp(epsilon=1,delta=1e-3)
-m 300 -k 4 -g 100 -c 70 --claim gaussian(mu=0.79,relation=replace)
-m 1000 -g 100 -c 90 --claim gaussian(mu=0.6) --sides in
-m 1000 -g 100 -c 90 --claim gaussian(mu=0.6) --sides out
-m 1000 -g 80 -c 66 --claim dpsgd(noise=1,rate=0.02,steps=300)
-m 1000 -g 500 -c 479 --claim profile(0.5:0.2,1:0.05,3:1e-6)
-m 100000 -g 1500 -c 1429 --claim gaussian(mu=0.79)
CASES
echo "$written certificates accepted, each with a bound a thousandth smaller refused"
