#!/usr/bin/env bash
# Runs the tests of the real window (build tag "window") on a display and a
# session bus of their own, so that nothing of the person's desktop is touched.
# Screenshots and the window's own log are kept in test-artifacts/window/.
#
#   build/test-window.sh [ARGUMENT FOR GO TEST]...
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(uname -s) != Linux ]]; then
	echo "The window's tests run on Linux only, and are left out here."
	exit 0
fi

# The second run of this script, inside the display and the bus.
if [[ ${REDLINE_WINDOW_TEST:-} == inside ]]; then
	openbox 2>"$REDLINE_ARTIFACTS/openbox.log" &
	manager=$!
	status=0
	go test -tags window -count=1 -p 1 "$@" ./app/window/windowtest/... || status=$?
	kill "$manager"
	wait "$manager" || true
	exit "$status"
fi

echo "Running the window's tests under Xvfb."
shim=build/tools/automation_shim.so
if [[ ! $shim -nt build/automation_shim.c ]]; then
	mkdir -p build/tools
	read -ra flags < <(pkg-config --cflags --libs webkit2gtk-4.1)
	gcc -shared -fPIC -Wall build/automation_shim.c -o "$shim" "${flags[@]}"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -m 700 "$scratch/run"
rm -rf test-artifacts/window
mkdir -p test-artifacts/window

export REDLINE_WINDOW_TEST=inside
export REDLINE_DESKTOP=${REDLINE_DESKTOP:-$PWD/build/bin/redline-desktop}
export REDLINE_SHIM=$PWD/$shim
export REDLINE_ARTIFACTS=$PWD/test-artifacts/window
export XDG_RUNTIME_DIR=$scratch/run
unset WAYLAND_DISPLAY
dbus-run-session -- xvfb-run -a -s '-screen 0 1440x900x24' "$0" "$@"
