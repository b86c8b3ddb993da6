#!/usr/bin/env bash
# Runs the tests of the real window (build tag "window") on a display and a
# session bus of their own, so that nothing of the person's desktop is touched.
# Screenshots are kept in test-artifacts/.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(uname -s) != Linux ]]; then
	echo "The window's tests run on Linux only, and are left out here."
	exit 0
fi
echo "Running the window's tests under Xvfb."
