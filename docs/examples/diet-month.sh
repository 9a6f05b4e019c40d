#!/usr/bin/env bash
# Plays a month of the diet plan: setup, a log for each day, the switch on day 15, the review on day 21, the celebration on
# day 28, which is today. It doesn't touch your data: everything is in a temporary folder that is removed at the end. Needs
# bash, jq, and hsync in $PATH.
set -euo pipefail

folder=$(mktemp -d "${TMPDIR:-/tmp}/diet-month.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export HSYNC_DB="$folder/library.db"

# The n-th day of the plan, relative to today.
day() { echo "-$((28 - $1))"; }

echo "# Set the plan up, with the first day 27 days ago"
hsync diet setup --sex male --age 39 --height-cm 170 --weight-kg 80 --activity light --goal lose --start "$(day 1)"

echo "# Log a meal and a weight on each day"
for n in {1..28}; do
  kcal=2200
  if ((n >= 8 && n <= 14)); then kcal=1850; fi
  hsync log --name "Day $n" --kcal "$kcal" --protein 120 --carbs 180 --fat 60 --at="$(day "$n") 00:05" >/dev/null 2>&1
  tenths=$((800 - n))
  hsync weight log "${tenths%?}.${tenths: -1}" --day "$(day "$n")" >/dev/null
done

echo "# The phases"
for n in 1 7 8 14 15 28; do
  hsync diet --json --day "$(day "$n")" | jq -r --arg n "$n" \
    '"day \($n): \(.phase), day \(.day_of_phase) of 14, \(.eaten.energy_kcal) of \(.target_kcal) kcal, protein \(.smileys.protein)"'
done

echo "# The switch on day 15"
hsync diet --day "$(day 15)" | grep calories

echo "# The review on day 21"
hsync diet --day "$(day 21)" | sed -n '/^Your review/,/^Maintenance/p'

echo "# Day 28"
hsync diet | grep -E 'streak|🎉|complete'

echo "# Every day of it, as a program reads it"
hsync diet history --json --from "$(day 1)" --to "$(day 28)" | jq -s 'group_by(.phase) | map({phase: .[0].phase, days: length})' -c
