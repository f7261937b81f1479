#!/bin/sh
# One word for each habit of this project. Each word sets up what it needs and says what it does.
# Needs python3 (3.11 or newer) with venv, and git. `./do` alone lists the words.
set -eu
cd "$(dirname "$0")"
VENV=.venv
CLAUDE_PACKAGE=@anthropic-ai/claude-code-linux-x64 CLAUDE_VERSION=2.1.332
BROWSER_PACKAGES="chromium libatomic1 fonts-dejavu-core libegl1"
export PIP_DISABLE_PIP_VERSION_CHECK=1 NO_MKDOCS_2_WARNING=1

words() {
    cat <<'TEXT'
./do WORD

  map      open the map of a repository's traces in a browser: ./do map [REPO] [--sample]
  test     everything: types, style, documentation, tests, a real browser (--fast: no browser;
           --real-clients: only the hooks, in a real Claude Code without a network)
  check    style and types only: ruff, mypy, and tsc where Node is installed
  e2e      only the tests that drive a real browser
  bench    measure the learner on generated sessions
  site     build the documentation into build/site (--serve: and show it while you write)
  format   rewrite the Python files in the project's style
  help     this list
TEXT
}

say() { printf 'do: %s\n' "$*" >&2; }

stop() {
    say "$*"
    exit 1
}

# Whether something can be run as root: directly, or through sudo with nobody or somebody to ask.
may_be_root() {
    [ "$(id -u)" = 0 ] ||
        { command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    command -v apt-get >/dev/null && may_be_root || return 1
    say "installing with apt-get: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null &&
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

find_python() {
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            echo "$name"
            return
        fi
    done
    return 1
}

make_venv() {
    if [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import pip' 2>/dev/null; then
        return
    fi
    python=$(find_python) || stop "Python 3.11 or newer is needed: apt-get install python3 python3-venv"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        apt_install python3-venv ||
            stop "Python's venv module is missing. Install it with: apt-get install python3-venv"
    fi
    say "making $VENV with $("$python" --version)"
    "$python" -m venv --clear "$VENV"
}

# setup NAME REQUIREMENT: installs once, and again whenever pyproject.toml has changed.
setup() {
    make_venv
    stamp="$VENV/installed-$1"
    wanted=$(cksum <pyproject.toml)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        return
    fi
    say "installing Adage and what \"$1\" needs into $VENV (once; about half a minute)"
    "$VENV/bin/python" -m pip install -q -e "$2" ||
        stop "pip could not install Adage. The lines above say why; run ./do $word again afterwards"
    echo "$wanted" >"$stamp"
}

setup_runtime() {
    if [ -f "$VENV/installed-test" ]; then setup_tools; else setup run .; fi
}
setup_tools() { setup test '.[dev,docs]'; }

setup_browser() {
    [ -z "${ADAGE_CHROMIUM:-}" ] || return 0
    if ! command -v dpkg >/dev/null; then
        command -v chromium >/dev/null || stop "the browser tests need chromium on the PATH"
        return
    fi
    missing=
    for package in $BROWSER_PACKAGES; do
        dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
    done
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086  # the list is meant to be split
    apt_install $missing ||
        stop "the browser tests need: apt-get install --no-install-recommends$missing"
}

# The program itself, for the test only: nothing of it is kept under version control.
setup_clients() {
    export ADAGE_REAL_CLIENTS="${ADAGE_REAL_CLIENTS:-$PWD/build/clients}"
    [ ! -e "$ADAGE_REAL_CLIENTS/node_modules/$CLAUDE_PACKAGE" ] || return 0
    command -v npm >/dev/null || stop "the real client is installed with npm: install Node first"
    say "installing Claude Code into $ADAGE_REAL_CLIENTS (186 MB)"
    npm install --prefix "$ADAGE_REAL_CLIENTS" --no-audit --no-fund --ignore-scripts --silent \
        "$CLAUDE_PACKAGE@$CLAUDE_VERSION" || stop "npm could not install Claude Code"
}

check_javascript() {
    tsc=tools/node_modules/.bin/tsc
    if ! command -v npm >/dev/null; then
        say "JavaScript types were not checked: Node is not installed"
        return
    elif [ ! -x "$tsc" ]; then
        say "installing what tools/package.json pins"
        if ! (cd tools && npm ci --silent --ignore-scripts --no-audit --no-fund); then
            say "JavaScript types were not checked: npm could not install them"
            return
        fi
    fi
    say "tsc"
    "$tsc" -p jsconfig.json
}

check() {
    failed=
    say "ruff"
    "$VENV/bin/ruff" check -q . || failed="$failed ruff"
    "$VENV/bin/ruff" format -q --check . || failed="$failed format(./do format mends it)"
    say "mypy"
    "$VENV/bin/mypy" --no-error-summary || failed="$failed mypy"
    check_javascript || failed="$failed tsc"
    [ -z "$failed" ] || { say "failed:$failed" && return 1; }
}

build_site() {
    say "mkdocs build --strict"
    "$VENV/bin/mkdocs" build --strict
}

run_tests() { "$VENV/bin/python" -m pytest "$@"; }

# The browser's tests wait a lot, so they run beside the others; their report comes after.
run_halves() {
    case " $* " in *" -m "*) run_tests "$@"; return ;; esac
    mkdir -p build
    run_tests -m e2e "$@" >build/e2e.log 2>&1 &
    browser_tests=$!
    halves=0
    run_tests -m "not e2e" "$@" || halves=1
    wait "$browser_tests" || halves=1
    cat build/e2e.log
    return "$halves"
}

# Everything runs even when an earlier part failed, so that one run names all that is wrong.
test_all() {
    bad=
    check || bad="$bad check"
    if [ -f mkdocs.yml ]; then build_site || bad="$bad site"; fi
    say "pytest"
    run_halves "$@" || bad="$bad tests"
    [ -z "$bad" ] || stop "failed:$bad"
}

word=${1:-help}
[ $# -eq 0 ] || shift
case $word in
map)
    setup_runtime
    exec "$VENV/bin/adage" map "$@"
    ;;
test)
    setup_tools
    case ${1:-} in
    "") setup_browser && test_all ;;
    --fast) shift && test_all -m "not e2e" "$@" ;;
    --real-clients) shift && setup_clients && run_tests tests/real_clients -v "$@" ;;
    *) run_tests "$@" ;;
    esac
    ;;
check) setup_tools && check ;;
e2e) setup_tools && setup_browser && run_tests -m e2e "$@" ;;
bench)
    setup_tools
    [ -d tests/bench ] || stop "there is no bench in this version yet"
    run_tests tests/bench -s "$@"
    ;;
site)
    setup_tools
    case ${1:-} in
    --serve) shift && exec "$VENV/bin/mkdocs" serve "$@" ;;
    *) build_site "$@" ;;
    esac
    ;;
format)
    setup_tools
    "$VENV/bin/ruff" check -q --fix . || true
    "$VENV/bin/ruff" format .
    ;;
help | -h | --help) words ;;
*)
    words >&2
    stop "there is no word \"$word\""
    ;;
esac
