#!/usr/bin/env bash
# Makes the Windows programs in dist/windows/, on any system: neither a C compiler
# nor Windows is needed. `make build` must have built the front end before.
set -euo pipefail
cd "$(dirname "$0")/../.."

winres=github.com/tc-hib/go-winres@v0.3.3
release=${VERSION:-0.1.0}
release=${release%%+*}
numbers=${release%%-*}.0 # Windows wants four numbers

# The linker takes up the icon and the manifest from this file beside main.go.
trap 'rm -f rsrc_windows_amd64.syso' EXIT
go run "$winres" make --in build/windows/winres.json --arch amd64 \
	--file-version "$numbers" --product-version "$numbers"

export GOOS=windows GOARCH=amd64 CGO_ENABLED=0
ldflags="-s -w -X redline/app/cli.release=$release"
mkdir -p dist/windows
go build -ldflags "$ldflags" -o dist/windows/redline.exe .
go build -tags desktop,production -ldflags "$ldflags -H windowsgui" -o dist/windows/redline-desktop.exe .
echo "Made dist/windows/redline.exe and dist/windows/redline-desktop.exe."
