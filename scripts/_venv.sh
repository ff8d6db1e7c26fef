# Sourced by the scripts beside it: makes .venv with the project and its extras when it is missing or the project changed.
# Usage: ensure_venv EXTRAS   (EXTRAS such as `test`, or empty)
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
venv="$root/.venv"

ensure_venv() {
    extras=$1
    stamp="$venv/.installed-${extras:-core}"
    if [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && [ ! "$root/pyproject.toml" -nt "$stamp" ]; then
        return 0
    fi
    python=$(find_python) || {
        echo "Python 3.11 or newer is needed and was not found (python3, python3.11 ... python3.14)" >&2
        exit 3
    }
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    echo "installing the project${extras:+ with its $extras extra} into .venv (once)" >&2
    PYTHONDONTWRITEBYTECODE='' "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${extras:+[$extras]}" >&2
    touch "$stamp"
}

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}
