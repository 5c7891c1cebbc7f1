#!/usr/bin/env bash
# Runs traj audit with what the environment asks for: TRAJ_LOGS, TRAJ_FAIL_ON,
# TRAJ_BASELINE, TRAJ_CONFIG, TRAJ_PROVIDER, TRAJ_SARIF, TRAJ_JUNIT,
# TRAJ_ANNOTATE, TRAJ_SUMMARY, TRAJ_FLAGS. Its exit status is that of the audit.
set -euo pipefail

work=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/traj.XXXXXX")
trap 'rm -rf "$work"' EXIT

# lines NAME reads the lines of a variable into the array "read", without those
# that are empty.
lines() {
  read=()
  local line
  while IFS= read -r line; do
    line="${line%$'\r'}"
    if [ -n "${line//[[:space:]]/}" ]; then read+=("$line"); fi
  done <<< "$1"
}

args=()
add() { if [ -n "$2" ]; then args+=("$1=$2"); fi; }
add --fail-on "${TRAJ_FAIL_ON:-}"
add --baseline "${TRAJ_BASELINE:-}"
add --config "${TRAJ_CONFIG:-}"
add --provider "${TRAJ_PROVIDER:-}"
if [ -n "${TRAJ_SARIF:-}" ]; then args+=("--output=sarif=$TRAJ_SARIF"); fi
if [ -n "${TRAJ_JUNIT:-}" ]; then args+=("--output=junit=$TRAJ_JUNIT"); fi
if [ "${TRAJ_ANNOTATE:-true}" = true ]; then args+=("--output=github=$work/annotations"); fi
if [ "${TRAJ_SUMMARY:-true}" = true ]; then args+=("--output=markdown=$work/summary"); fi
lines "${TRAJ_FLAGS:-}"
args+=(${read[@]+"${read[@]}"})
lines "${TRAJ_LOGS:-.}"
logs=("${read[@]}")

# While the text of logs is printed, the runner takes no commands from it.
token="traj-$$-$RANDOM$RANDOM$RANDOM"
echo "::stop-commands::$token"
status=0
traj audit ${args[@]+"${args[@]}"} -- "${logs[@]}" 2>&1 || status=$?
echo "::$token::"

if [ -s "$work/annotations" ]; then cat "$work/annotations"; fi
if [ -s "$work/summary" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$work/summary" >> "$GITHUB_STEP_SUMMARY"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "status=$status" >> "$GITHUB_OUTPUT"; fi
exit "$status"
