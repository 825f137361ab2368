#!/usr/bin/env bash
# The trainings of examples/cifar10, as they are recorded, and one without canaries, which is not:
# recorded-runs.sh DATA ASSIGNMENTS OUT [NAME ...]
# DATA is what fetch-cifar10.js wrote, ASSIGNMENTS/NAME/canaries.csv what `onerun canaries --canaries 5000` drew for each
# run, and the numbers of guesses are what `onerun plan --canaries 5000 --claim CLAIM` gave. A stopped run goes on, and
# where a training stops, no other is begun.
set -euo pipefail
# A training that was in its last step is complete; the next one is not begun.
trap 'exit 130' INT
if [ $# -lt 3 ]; then
  echo "usage: recorded-runs.sh DATA ASSIGNMENTS OUT [NAME ...]" >&2
  exit 2
fi
data=$1 assignments=$2 out=$3
shift 3

train() {
  local name=$1
  shift
  local canaries=(--canaries "$assignments/$name/canaries.csv")
  [ "$name" = without-canaries ] && canaries=(--without-canaries)
  python3 "$(dirname "$0")/train_cifar10.py" --data "$data" --out "$out/$name" "${canaries[@]}" --resume "$@"
}

all=(epsilon-8 epsilon-16 without-canaries epsilon-1 epsilon-2 epsilon-4 broken no-clipping)
names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${all[@]}")
for name in "${names[@]}"; do
  if ! printf '%s\n' "${all[@]}" | grep -Fx -e "$name" > /dev/null; then
    echo "unknown run: $name" >&2
    exit 2
  fi
done
for name in "${names[@]}"; do
  case $name in
    epsilon-1) train "$name" --epsilon 1 --views 4 --chunk 1088 --guesses 720 --learning-rate 2 --seed 1 ;;
    epsilon-2) train "$name" --epsilon 2 --views 4 --chunk 1088 --guesses 292 --learning-rate 2 --seed 2 ;;
    epsilon-4) train "$name" --epsilon 4 --views 4 --chunk 1088 --guesses 292 --learning-rate 2 --seed 4 ;;
    epsilon-8) train "$name" --epsilon 8 --views 16 --chunk 1088 --guesses 720 --seed 8 ;;
    epsilon-16) train "$name" --epsilon 16 --views 4 --chunk 1088 --guesses 1312 --seed 16 ;;
    without-canaries) train "$name" --epsilon 8 --views 16 --chunk 1088 --seed 8 ;;
    broken) train "$name" --epsilon 2 --broken half-noise --guesses 292 --learning-rate 2 --seed 100 ;;
    no-clipping) train "$name" --epsilon 2 --broken no-clipping --canary-size 10 --guesses 292 --learning-rate 0.1 --seed 101 ;;
  esac
done
