#!/usr/bin/env bash
# Shows what a make target does on a machine that has nothing but Go, Node, git
# and make: in a fresh Debian below a folder of yours, from a clean clone of what
# is committed here, with empty caches. Needs root, debootstrap, and 3 GB.
#
#   build/clean-machine.sh FOLDER [MAKE ARGUMENT]...
#   build/clean-machine.sh /var/tmp/clean test
#   DISPLAY=:7 build/clean-machine.sh /var/tmp/clean run     (with a display)
#   build/clean-machine.sh /var/tmp/clean run                (without)
#
# FOLDER/debian is made on the first call and copied to FOLDER/machine on each, so
# that every call begins with a clean machine. Go and Node are this machine's own.
set -euo pipefail
cd "$(dirname "$0")/.."

suite=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
folder=$(realpath -m "${1:?FOLDER is missing: build/clean-machine.sh FOLDER [MAKE ARGUMENT]...}")
shift
machine=$folder/machine

stop() {
	printf '%s\n' "$*" >&2
	exit 1
}

[[ $(id -u) -eq 0 ]] || stop "A machine below a folder is made by root only: sudo build/clean-machine.sh $folder $*"
command -v debootstrap >/dev/null || stop "debootstrap is missing: apt-get install debootstrap"

make_debian() {
	mkdir -p "$folder"
	rm -rf "$folder/debian.new"
	debootstrap --variant=minbase --include=ca-certificates,git,make "$suite" "$folder/debian.new" "$mirror"
	# How this machine reaches the network, so that the other can too.
	cp -r /etc/apt/apt.conf.d/. "$folder/debian.new/etc/apt/apt.conf.d/"
	cp /etc/ssl/certs/ca-certificates.crt "$folder/debian.new/etc/ssl/certs/"
	local node_root
	node_root=$(npm root --global)
	cp -rL "$(go env GOROOT)" "$folder/debian.new/usr/local/go"
	mkdir -p "$folder/debian.new/usr/lib/node_modules"
	cp -L "$(command -v node)" "$folder/debian.new/usr/bin/node"
	cp -r "$node_root/npm" "$folder/debian.new/usr/lib/node_modules/npm"
	ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/debian.new/usr/bin/npm"
	ln -s ../lib/node_modules/npm/bin/npx-cli.js "$folder/debian.new/usr/bin/npx"
	mv "$folder/debian.new" "$folder/debian"
}

# run_inside keeps the mounts in a name space of their own, so that nothing stays
# mounted whatever happens.
run_inside() {
	local keep=(HOME=/root "PATH=/usr/local/go/bin:/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8)
	local name
	for name in DISPLAY http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY GOPROXY GOSUMDB GOTOOLCHAIN \
		SSL_CERT_FILE NODE_EXTRA_CA_CERTS NPM_CONFIG_REGISTRY npm_config_registry; do
		[[ -z ${!name:-} ]] || keep+=("$name=${!name}")
	done
	# shellcheck disable=SC2016 # the inner shell expands these
	unshare --mount --pid --fork --kill-child bash -eu -c '
		machine=$1; shift
		mount --rbind /dev "$machine/dev"
		mount -t tmpfs none "$machine/dev/shm" || true
		mount -t proc proc "$machine/proc"
		if [[ -d /tmp/.X11-unix && -n ${DISPLAY:-} ]]; then
			mkdir -p "$machine/tmp/.X11-unix"
			mount --bind /tmp/.X11-unix "$machine/tmp/.X11-unix"
		fi
		exec chroot "$machine" env -i "$@"
	' bash "$machine" "${keep[@]}" bash -c 'cd /root/redline && time make "$@"' bash "$@"
}

[[ -d $folder/debian ]] || make_debian
rm -rf "$machine"
cp -a --reflink=auto "$folder/debian" "$machine"
cp /etc/resolv.conf /etc/hosts "$machine/etc/"
git clone --quiet --no-hardlinks . "$machine/root/redline"
run_inside "$@"
