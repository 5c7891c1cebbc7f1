#!/usr/bin/env bash
# Builds traj from the checkout of the action, so that its version is the one
# that the workflow names, and puts it on the path of the steps that follow. Go
# is on GitHub's runners; an older one fetches the version that go.mod asks for.
set -euo pipefail
bin="$RUNNER_TEMP/traj-bin"
mkdir -p "$bin"
cd "$GITHUB_ACTION_PATH"
CGO_ENABLED=0 go build -trimpath -tags urfave_cli_no_docs -o "$bin/" ./cmd/traj
echo "$bin" >> "$GITHUB_PATH"
