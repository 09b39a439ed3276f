"""What the benchmarks share: trees, peers, and programs run side by side.

A contender is a command line. All contenders of a race run one after the other, round after round,
so that a busy moment of the machine hits all of them; the best round of each counts. Each run has an
empty home of its own, sees nothing of the caller's environment, and has no network. Times are wall
clock from start to exit, as a user waits; memory is the peak resident size that the kernel reports.
"""
import argparse
import ctypes
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent
WORK = SOURCE / "build" / "bench"
SHARED = Path(os.environ.get("CLEW_SHARED", SOURCE.parent / "shared"))
SDK = "@anthropic-ai/claude-agent-sdk"


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def options(description):
    parser = argparse.ArgumentParser(prog=f"./dev bench {Path(sys.argv[0]).name}", description=description)
    parser.add_argument("--tree", default="M", choices=["S", "M", "L"], help="which tree (default M: 1 GB)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program runs (default 5)")
    parser.add_argument("--realtime", action="store_true", help="go before all other programs, for busy machines (needs root)")
    parser.add_argument("--keep", action="store_true", help="keep the result in bench/runs/<date>-<host>/")
    return parser.parse_args()


def prepare(options):
    """The tree, and the folder of the peers or None. Nothing is fetched or made after this."""
    tree, peers = make_tree(options.tree), install_peers()
    begin(options)
    return tree, peers


def begin(options):
    """From here on nothing is fetched, and everything is timed."""
    cut_network()
    if options.realtime:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


# --- the tree

def make_tree(name):
    """The folder of the tree `name`, made when it is not there yet."""
    generator = SHARED / "bench" / "gen.py"
    if generator.is_file():
        tree, command = WORK / name, ["--preset", name]
    else:
        say(f"no {generator}: a small tree of our own takes the place of {name}; compare no numbers with those of others")
        tree, command = WORK / "own", []
        generator = HERE / "make_tree.py"
    done = WORK / f"{tree.name}.made"
    if not done.exists():
        say(f"making the tree {tree} (once)")
        shutil.rmtree(tree, ignore_errors=True)
        WORK.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, generator, "--out", tree, *command], check=True, stdout=subprocess.DEVNULL)
        done.touch()
    return tree


def make_many(count):
    """The folder of a tree of very many small sessions."""
    tree = WORK / f"many-{count}"
    done = WORK / f"{tree.name}.made"
    if not done.exists():
        say(f"making the tree {tree} (once)")
        shutil.rmtree(tree, ignore_errors=True)
        WORK.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, HERE / "make_tree.py", "--out", tree, "--many", str(count)], check=True)
        done.touch()
    return tree


def transcripts(tree):
    return sorted((path for path in tree.rglob("*.jsonl")), key=lambda path: -path.stat().st_size)


# --- the peers

def install_peers():
    """The folder with the peers' packages, or None after saying why they are left out."""
    folder = WORK / "peers"
    lock = HERE / "peers" / "package-lock.json"
    done = folder / ".installed"
    folder.mkdir(parents=True, exist_ok=True)
    for file in (HERE / "peers").iterdir():
        shutil.copy(file, folder)
    if done.exists() and done.read_text() == lock.read_text():
        return folder
    if not shutil.which("npm"):
        say("no npm: the official SDK is left out")
        return None
    say(f"installing {SDK} for comparison (once)")
    done_run = subprocess.run(["npm", "ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"], cwd=folder,
                              capture_output=True, text=True)
    if done_run.returncode != 0:
        say("npm could not install it, so the official SDK is left out: " +
            (done_run.stderr.strip().splitlines() or ["no reason given"])[-1])
        return None
    done.write_text(lock.read_text())
    return folder


# --- running

def program(name):
    """One of the programs that are built from this folder, beside clew."""
    return Path(os.environ["CLEW"]).parent / "bench" / name


def cut_network():
    """From here on this process and its children have no network."""
    new_net, new_user = 0x40000000, 0x10000000
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(new_net) != 0 and libc.unshare(new_net | new_user) != 0:
        say("the network could not be cut off (" + os.strerror(ctypes.get_errno()) + "); it stays reachable")


@dataclass
class Contender:
    name: str
    argv: list
    bytes: int = 0            # what it reads, for MB/s; 0: not said
    home: str = ""            # kept between runs if given: for caches
    root: str = ""            # CLAUDE_CONFIG_DIR
    seconds: float = 1e9
    cpu: float = 0
    rss_mb: float = 0


def environment(home, root):
    return {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": home,
            "XDG_CACHE_HOME": f"{home}/.cache", "XDG_DATA_HOME": f"{home}/.local/share",
            "XDG_CONFIG_HOME": f"{home}/.config", "XDG_STATE_HOME": f"{home}/.local/state",
            "CLAUDE_CONFIG_DIR": root or f"{home}/.claude"}


def run_once(contender, stdout):
    """Wall seconds, CPU seconds and peak MB of one run."""
    scratch = Path(tempfile.mkdtemp(dir=WORK))
    home = contender.home or str(scratch)
    try:
        result = scratch / "result"
        done = subprocess.run([program("timed"), result, *contender.argv], stdout=stdout, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, cwd=home, env=environment(home, contender.root))
        if done.returncode != 0:
            sys.exit(f"bench: {contender.name} failed ({done.returncode}): {done.stderr.decode(errors='replace')[-500:]}")
        wall, cpu, kib = result.read_text().split()
        return float(wall), float(cpu), int(kib) / 1024
    finally:
        shutil.rmtree(scratch)


def output_of(contender):
    """What the contender prints: to check that it does the work that is timed."""
    with tempfile.TemporaryFile(dir=WORK) as file:
        run_once(contender, file)
        file.seek(0)
        return file.read()


def race(contenders, rounds):
    with open(os.devnull, "wb") as nothing:
        for turn in range(rounds + 1):
            for contender in contenders:
                seconds, cpu, rss = run_once(contender, nothing)
                if turn == 0:
                    continue  # warms the page cache
                if seconds < contender.seconds:
                    contender.seconds, contender.cpu = seconds, cpu
                contender.rss_mb = max(contender.rss_mb, rss)


def parse_rate(stage, path, threads=1, rounds=5):
    """Best seconds, bytes and peak RSS in MB of one stage, measured inside one process."""
    words = subprocess.run([program("parse_rate"), stage, path, str(threads), str(rounds)], check=True, capture_output=True,
                           text=True).stdout.split()
    return float(words[0]), int(words[1]), int(words[2]) / 1024


# --- reporting

class Report:
    """Prints, and remembers what it printed."""

    def __init__(self):
        self.lines = []

    def line(self, text=""):
        print(text, flush=True)
        self.lines.append(text)

    def machine(self, options):
        def first_line(*command):
            try:
                return subprocess.run(command, capture_output=True, text=True).stdout.strip().splitlines()[0]
            except (OSError, IndexError):
                return "none"
        cpu = "unknown"
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
        commit = first_line("git", "-C", SOURCE, "describe", "--always", "--dirty")
        self.line(f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC, {platform.node()}: {os.cpu_count()} x {cpu}, "
                  f"{platform.system()} {platform.release()}; load {os.getloadavg()[0]:.1f}{', realtime' * options.realtime}")
        self.line(f"{first_line(os.environ['CLEW'], '--version')} ({commit}), node {first_line('node', '--version')}, "
                  f"{first_line('jq', '--version')}")

    def table(self, contenders, ours):
        """`ours` names the contender that the last column compares with."""
        base = next(c for c in contenders if c.name == ours)
        width = max(len(c.name) for c in contenders)
        self.line(f"{'':{width}}  {'seconds':>8}  {'CPU s':>7}  {'MB/s':>7}  {'peak MB':>8}  {'time x':>7}")
        for c in contenders:
            rate = f"{c.bytes / c.seconds / 1e6:7.0f}" if c.bytes else f"{'':7}"
            self.line(f"{c.name:{width}}  {c.seconds:8.3f}  {c.cpu:7.3f}  {rate}  {c.rss_mb:8.1f}  {c.seconds / base.seconds:7.2f}")

    def verdict(self, good, text):
        self.line(f"  {'ok    ' if good else 'MISSED'} {text}")

    def target(self, what, value, limit, unit="", at_most=True):
        good = value <= limit if at_most else value >= limit
        self.verdict(good, f"{what}: {value:.3g}{unit} ({'at most' if at_most else 'at least'} {limit:.3g}{unit})")

    def keep(self, name):
        folder = HERE / "runs" / f"{datetime.date.today():%Y-%m-%d}-{platform.node()}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_text("\n".join(self.lines) + "\n")
        say(f"kept in {folder.relative_to(SOURCE)}/{name}.txt")


def last_json(output):
    return json.loads(output.decode().strip().splitlines()[-1])
