#!/usr/bin/env bash
# Installs what a make target needs and this machine lacks; does nothing at all
# when everything is there.
#
#   build/install.sh NEED...      NEED is one of: tools window test verify package
#   build/install.sh browser      prints the Chromium that the browser tests use
#
# It only adds packages of the system's own package manager, through apt-get, as
# root or through sudo. Anything it can't do ends in one sentence that says what
# to do instead, and in exit status 1.
set -euo pipefail

minimum_node=20.19 # Vite's own limit

# What each need consists of, as "probe package" lines. A probe is a command, a
# pkg-config module (pc:), or a file (file:).
needs_window='
gcc                               gcc
file:/usr/include/stdlib.h        libc6-dev
pkg-config                        pkg-config
pc:gtk+-3.0                       libgtk-3-dev
pc:webkit2gtk-4.1                 libwebkit2gtk-4.1-dev
'
needs_test='
Xvfb                              xvfb
xauth                             xauth
openbox                           openbox
xdotool                           xdotool
dbus-run-session                  dbus
WebKitWebDriver                   webkit2gtk-driver
pdftotext                         poppler-utils
desktop-file-validate             desktop-file-utils
'
needs_verify='
rg                                ripgrep
strace                            strace
qpdf                              qpdf
pandoc                            pandoc
soffice                           libreoffice-writer-nogui
'
needs_package='
desktop-file-validate             desktop-file-utils
dpkg-deb                          dpkg
'

main() {
	if [[ $* == browser ]]; then
		find_browser
		return
	fi
	local need lines=
	for need in "$@"; do
		case $need in
		tools) check_tools ;;
		window | test | verify | package) lines+=$(eval "echo \"\$needs_$need\"")$'\n' ;;
		*) stop "build/install.sh: there is no need called \"$need\"." ;;
		esac
	done
	case $(uname -s) in
	Linux)
		if [[ " $* " == *" test "* ]] && ! has_browser && apt_has chromium; then
			lines+='chromium chromium'
		fi
		install_packages "$lines"
		;;
	Darwin) check_macos "$@" ;;
	*) stop "Redline builds from source on Linux and macOS. On Windows, run make inside WSL; the README says how a Windows program is made." ;;
	esac
	[[ $(uname -s) != Linux || " $* " != *" test "* ]] || has_browser || fetch_browser
}

# check_tools makes sure of the three programs that are not ours to install: the
# versions a system packages are too old, so the person chooses where they come
# from.
check_tools() {
	command -v go >/dev/null ||
		stop "Redline needs Go $(wanted_go) or newer, and there is no go on PATH. Get it from https://go.dev/dl/ and run make again."
	# An older Go fetches the wanted one here, unless it is told not to.
	local go
	go=$(go env GOVERSION 2>/dev/null) || go=
	go=${go#go}
	at_least "$(wanted_go)" "${go%% *}" ||
		stop "Redline needs Go $(wanted_go) or newer, and this one is ${go:-older}. Get it from https://go.dev/dl/ and run make again."
	command -v node >/dev/null && command -v npm >/dev/null ||
		stop "Redline needs Node $minimum_node or newer with npm, and they are not on PATH. Get them from https://nodejs.org/ and run make again."
	at_least "$minimum_node" "$(node --version)" ||
		stop "Redline needs Node $minimum_node or newer, and this is $(node --version). Get it from https://nodejs.org/ and run make again."
}

wanted_go() { awk '$1 == "go" { print $2 }' "$(dirname "$0")/../go.mod"; }

# at_least MINIMUM VERSION compares dotted numbers.
at_least() { [[ $(printf '%s\n' "$1" "${2#v}" | sort -V | head -n 1) == "$1" ]]; }

there() {
	case $1 in
	pc:*) command -v pkg-config >/dev/null && pkg-config --exists "${1#pc:}" ;;
	file:*) [[ -e ${1#file:} ]] ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

install_packages() {
	local probe package missing=()
	while read -r probe package; do
		[[ -z $probe ]] || there "$probe" || missing+=("$package")
	done <<<"$1"
	[[ ${#missing[@]} -eq 0 ]] || apt_install "${missing[@]}"
}

# apt_install waits for another apt that is running, rather than failing.
apt_install() {
	command -v apt-get >/dev/null ||
		stop "These Debian packages, or what your system calls them, are missing: $*. Install them with your package manager and run make again."
	[[ $(id -u) -eq 0 ]] || command -v sudo >/dev/null ||
		stop "These packages are missing: $*. This needs root, and there is no sudo; as root, run: apt-get install $*"
	say "Installing with apt-get: $*"
	refresh_lists
	apt_get install -y --no-install-recommends "$@" >&2 ||
		stop "apt-get could not install: $*. Its own message stands above; nothing else was done."
}

apt_get() {
	local root=()
	[[ $(id -u) -eq 0 ]] || root=(sudo)
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

lists_are_fresh=
refresh_lists() {
	[[ -z $lists_are_fresh ]] || return 0
	lists_are_fresh=yes
	apt_get update >&2 || say "apt-get could not refresh its lists; going on with the ones it has."
}

# apt_has tells whether a package can be installed. Ubuntu's chromium is a snap,
# which can't be used everywhere, so it isn't taken for granted.
apt_has() {
	command -v apt-cache >/dev/null || return 1
	compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || refresh_lists
	local policy
	policy=$(LC_ALL=C apt-cache policy "$1")
	[[ $policy == *"Candidate: "[0-9]* ]]
}

find_browser() {
	local fetched
	command -v chromium || command -v google-chrome || {
		fetched=$(compgen -G "$HOME/.cache/ms-playwright/chromium-*/chrome-linux*/chrome") && tail -n 1 <<<"$fetched"
	} || {
		fetched='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
		[[ -x $fetched ]] && echo "$fetched"
	}
}

has_browser() { find_browser >/dev/null; }

# fetch_browser takes the Chromium that Playwright was made for.
fetch_browser() {
	[[ -x frontend/node_modules/.bin/playwright ]] ||
		stop "The browser tests need Chromium, and apt-get has no package for it. Install chromium or google-chrome and run make again."
	say "Fetching Chromium with Playwright, because apt-get has no package for it."
	(cd frontend && npx playwright install --with-deps chromium) >&2 ||
		stop "Playwright could not fetch Chromium. Install chromium or google-chrome and run make again."
}

check_macos() {
	[[ " $* " != *" window "* ]] || xcode-select -p >/dev/null 2>&1 ||
		stop "The window needs Apple's compiler. Run: xcode-select --install"
	[[ " $* " != *" verify "* ]] || { there rg && there qpdf && there pandoc && there soffice; } ||
		stop "The slow tests need more programs. Run: brew install ripgrep qpdf pandoc && brew install --cask libreoffice"
	[[ " $* " != *" test "* ]] || { there pdftotext && has_browser; } ||
		stop "The tests need more programs. Run: brew install poppler && brew install --cask google-chrome"
	[[ " $* " != *" package "* ]] || stop "The .deb is made on Linux. The README says how the macOS bundle is made."
}

say() { printf '%s\n' "$*" >&2; }

stop() {
	say "$*"
	exit 1
}

main "$@"
