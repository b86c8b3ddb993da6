#!/usr/bin/env bash
# Makes the Debian package in dist/ from what make built, and looks into it:
# `make package` calls this.
set -euo pipefail
cd "$(dirname "$0")/../.."

nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2
DEB_ARCH=$(dpkg --print-architecture)
export DEB_ARCH VERSION

desktop-file-validate build/linux/redline.desktop
mkdir -p dist
echo "Making the package with nfpm (a first run compiles it)."
deb=$(go run "$nfpm" pkg --config build/linux/nfpm.yaml --packager deb --target dist/ | sed -n 's/^created package: //p')

# A package that can't be unpacked, or whose program doesn't start, is no package.
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb --extract "$deb" "$root"
"$root/usr/bin/redline" version
test -x "$root/usr/bin/redline-desktop"
desktop-file-validate "$root/usr/share/applications/redline.desktop"
echo "Made $deb ($(du -h "$deb" | cut -f1)). Install it with: apt install ./$deb"
