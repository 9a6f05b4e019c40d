#!/usr/bin/env bash
# Plans four weeks from a script, changes them with jq, syncs them, and shows them on a second device. It doesn't touch
# your data: everything is in a temporary folder that is removed at the end. Needs bash, jq, and hsync and hsync-backend in $PATH.
#
#   docs/examples/plan-a-month.sh [WEEK]     the first week, like 2027-W01; default: the next one
set -euo pipefail

first=${1:-next}
folder=$(mktemp -d "${TMPDIR:-/tmp}/plan-a-month.XXXXXX")
finish() {
  status=$?
  trap - EXIT
  if [[ -n ${backend_PID-} ]]; then kill "$backend_PID" 2>/dev/null || true; fi
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A backend to sync with. Yours runs elsewhere, and you logged in to it once: hsync login --url https://…
coproc backend { exec hsync-backend serve --data "$folder/backend" --port 0 2>"$folder/backend.log"; }
read -r line <&"${backend[0]}" || { cat "$folder/backend.log" >&2; exit 69; }
url=http://${line##*http://}
token=$(hsync-backend user add ana --data "$folder/backend")

# Two devices are two libraries. `on laptop …` runs hsync on one of them.
on() { HSYNC_DB="$folder/$1.db" hsync "${@:2}"; }
for device in laptop phone; do on "$device" login --url "$url" --token-stdin <<<"$token"; done

echo "# Plan four weeks: one object per line, in one transaction"
monday=$(on laptop plan "$first" --json | jq -r .from)
jq -nc --arg monday "$monday" '
  def day($n): $monday | strptime("%Y-%m-%d") | mktime + $n * 86400 | strftime("%Y-%m-%d");
  {op: "add", type: "workout", title: "Yoga", day: day(0), repeat: "weekly", repeat_until: day(27)},
  (range(4) as $week |
    {op: "add", type: "workout", title: "Run \(5 + $week) km", day: day(7 * $week + 1)},
    {op: "add", type: "workout", title: "Strength", day: day(7 * $week + 3)},
    {op: "add", type: "meal", meal_type: "dinner", title: ["Chili", "Dal", "Risotto", "Soup"][$week], day: day(7 * $week + 4)}),
  {op: "note", day: day(27), text: "a month done"}
' | on laptop plan apply -

echo "# Change it: the third week is for rest, so runs become walks a day later"
edit() {
  on laptop plan "$first" --weeks 4 --json --items | jq -c --arg monday "$monday" '
    def day($n): $monday | strptime("%Y-%m-%d") | mktime + $n * 86400 | strftime("%Y-%m-%d");
    select(.day >= day(14) and .day < day(21) and (.title | startswith("Run")))
    | .title |= sub("Run"; "Walk") | .day |= (strptime("%Y-%m-%d") | mktime + 86400 | strftime("%Y-%m-%d"))'
}
edit | on laptop plan apply - --dry-run
edit | on laptop plan apply -

echo "# Sync, and look at it on the other device"
on laptop sync
on phone sync
on phone plan "$first" --weeks 4

# Both have the same.
diff <(on laptop plan "$first" --weeks 4 --json) <(on phone plan "$first" --weeks 4 --json)
