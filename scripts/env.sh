# shellcheck shell=bash
# Sourced first by the scripts of this folder: strict mode, the repository's path in $root, our own
# tools in front of PATH, one way to say what happens. Never run.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/build/tools
# shellcheck source=scripts/versions.sh
. "$root/scripts/versions.sh"

say() { printf '==> %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# usage: the comment at the top of the calling script is its help.
usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; }

# minutes SECONDS: 75 -> 1m15s
minutes() { printf '%dm%02ds' $(($1 / 60)) $(($1 % 60)); }

# mirror: where this machine has its Debian packages from
mirror() {
  { sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources; sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list; } 2>/dev/null | head -n 1
}

# go_is_recent GO: is this go command at least GO_MINIMUM?
go_is_recent() {
  local have
  have=$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null) || return 1
  [ "$(printf '%s\n' "$GO_MINIMUM" "${have#go}" | sort -V | head -n 1)" = "$GO_MINIMUM" ]
}

# use_go: puts the first recent enough Go in front of PATH; fails when there is none.
use_go() {
  local candidate
  for candidate in "$(command -v go || true)" /usr/local/go/bin/go "$tools/go/bin/go"; do
    if [ -x "$candidate" ] && go_is_recent "$candidate"; then
      PATH=$(dirname "$candidate"):$PATH
      return 0
    fi
  done
  return 1
}

PATH=$tools/bin:$PATH
# One cache for every clone on this machine: paths below the repository count relative to it.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=true
