#!/usr/bin/env bash
# Deploys things: the header of the file.

set -euo pipefail

readonly VERSION="1.4.0"
declare -r TARGET=production
export DEPLOY_ROOT=/srv/app
declare -A regions=([eu]=1 [us]=2)
counter=0
RETRIES=${RETRIES:-3}

# Prints to stderr.
log() {
  printf '%s\n' "$*" >&2
}

die() { log "$@"; exit 1; }

# Tries a command
# a few times.
function retry {
  local attempt=0
  until "$@"; do
    attempt=$((attempt + 1))
    if ((attempt >= RETRIES)); then
      return 1
    fi
    sleep "$attempt"
  done
}

function upload() {
  local file=$1
  cleanup_upload() {
    rm -f "$file.tmp"
  }
  trap cleanup_upload RETURN
  retry curl -fsS -T "$file" "https://example.org/$file"
}

usage() {
  cat <<'TEXT'
Usage: deploy.sh [options]

not_a_function() {
  inside a here document
}
TEXT
}

if [[ -n "${DEBUG:-}" ]]; then
  debug() { log "debug: $*"; }
else
  debug() { :; }
fi

in_subshell() (
  cd "$DEPLOY_ROOT"
  ls
)

with-dashes() {
  echo dashes
}

ns::scoped() {
  echo scoped
}

parse_arguments() {
  while (($#)); do
    case $1 in
      -h | --help)
        usage
        exit 0
        ;;
      -r | --region)
        region=$2
        shift 2
        ;;
      --)
        shift
        break
        ;;
      *)
        die "unknown option: $1"
        ;;
    esac
  done
}

build() {
  local -r out=$(mktemp -d)
  (
    cd "$out"
    make -j"$(nproc)" all |
      tee build.log
  )
  for file in "$out"/*.tar.gz; do
    [[ -e $file ]] || continue
    upload "$file"
  done
}

main() {
  parse_arguments "$@"
  log "deploying $VERSION to $TARGET"
  build
  debug "done"
}

main "$@"
