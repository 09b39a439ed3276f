# SPDX-License-Identifier: MIT
"""What the sources include, which modules stand on which, and what changed since a commit."""
import functools
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "test", "fuzz", "bench")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)


@functools.cache
def includes(path):
    """(ours, foreign): the files of this project that a file includes, and the names of all others."""
    ours, foreign = [], []
    for quote, name in _INCLUDE.findall(path.read_bytes()):
        name = name.decode()
        places = (path.parent / name, ROOT / "src" / name) if quote == b'"' else ()
        found = next((place.resolve() for place in places if place.is_file()), None)
        if found:
            ours.append(found)
        else:
            foreign.append(name)
    return ours, foreign


def closure(path):
    """A file and all of this project that it includes, however far away."""
    seen, todo = set(), [path]
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.add(file)
            todo += includes(file)[0]
    return seen


def sources(*patterns):
    """Headers and sources of the project, sorted."""
    found = []
    for folder in FOLDERS:
        for pattern in patterns or ("*.h", "*.cc"):
            found += (path for path in (ROOT / folder).rglob(pattern) if "node_modules" not in path.parts)
    return sorted(found)


def git(*arguments):
    return subprocess.run(("git", "-C", ROOT, *arguments), check=True, capture_output=True, text=True).stdout


def changed_since(commit):
    """Files that differ from where this branch left `commit`, committed or not; those removed are left out."""
    base = git("merge-base", commit, "HEAD").strip()
    names = git("diff", "--name-only", "--diff-filter=d", base) + git("ls-files", "--others", "--exclude-standard")
    return sorted({ROOT / name for name in names.splitlines()})


def removed_since(commit):
    base = git("merge-base", commit, "HEAD").strip()
    return sorted({ROOT / name for name in git("diff", "--name-only", "--diff-filter=D", base).splitlines()})


def module_of(path):
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


@functools.cache
def dependencies():
    """{module: the modules that it or its tests are linked with}, from the lists of src/*/CMakeLists.txt."""
    direct = {}
    for listing in sorted((ROOT / "src").glob("*/CMakeLists.txt")):
        text = re.sub(r"#[^\n]*", "", listing.read_text())
        words = re.findall(r"\b(?:DEPS|TEST_DEPS)\s+([a-z_\s]+)", text)
        direct[listing.parent.name] = {word for group in words for word in group.split()}
    whole = {}
    for module in direct:
        seen, todo = set(), [module]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += direct.get(name, ())
        whole[module] = seen
    return whole


def modules_on(changed):
    """The modules among `changed` and those that stand on one of them."""
    return [name for name, linked in dependencies().items() if linked & set(changed)]
