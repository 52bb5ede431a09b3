# Sourced by the commands in this folder: sets $python and changes to the checkout.
# A Python that can also create virtual environments is preferred; one that
# cannot is good enough as long as .venv exists.
unset PYTHONHOME PYTHONPATH PYTHONSAFEPATH
# Keep compiled modules for the next processes: a dozen start one after another.
unset PYTHONDONTWRITEBYTECODE
cd -- "$root"
python=
for needed in 'ensurepip, venv, sys' 'sys'; do
    for candidate in python3 python3.13 python3.12 python3.11 python3.14; do
        if "$candidate" -c "import $needed; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; then
            python=$candidate
            break 2
        fi
    done
done
if [ -z "$python" ]; then
    echo "Rankbok needs Python 3.11 or later, and none is in PATH (python3: $(python3 --version 2>&1 || true))." >&2
    echo "Install one, on Debian and Ubuntu: apt install python3 python3-venv" >&2
    exit 1
fi
