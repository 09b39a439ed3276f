#!/usr/bin/env python3
"""hostile.py CLEW: names, links and repositories that want something else than to be read.

Each test makes a home of its own, plants something in it, runs the real program and looks at what
must not have happened. Names of tests as arguments run only those.
"""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

CLEW = os.path.abspath(sys.argv[1])
ID = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"
LINE = json.dumps({
    "type": "user", "uuid": "aaaaaaaa-0000-4000-8000-000000000001", "parentUuid": None,
    "sessionId": ID, "cwd": "/work/app", "version": "2.1.325",
    "timestamp": "2026-01-05T10:00:01.000Z", "message": {"role": "user", "content": "hello"}}) + "\n"


class Home:
    """An empty home with a root, a project and a session; what is outside is watched."""

    def __init__(self, data=None):
        self.dir = tempfile.mkdtemp(prefix="clew-names-")
        self.data = data or self.path("data")
        self.root = self.path("root")
        self.project = os.path.join(self.root, "projects", "-work-app")
        os.makedirs(self.project)
        os.mkdir(self.path("run"), 0o700)
        self.write("root/projects/-work-app/" + ID + ".jsonl", LINE)
        self.write("outside/precious.jsonl", LINE)
        self.write("outside/notes.txt", "precious\n")
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.dir, ignore_errors=True)
        if not self.data.startswith(self.dir):
            shutil.rmtree(self.data, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def env(self):
        return {"PATH": os.environ["PATH"], "HOME": self.dir, "XDG_DATA_HOME": self.data,
                "XDG_CACHE_HOME": self.path("cache"), "XDG_CONFIG_HOME": self.path("config"),
                "XDG_RUNTIME_DIR": self.path("run"), "CLAUDE_CONFIG_DIR": self.root,
                "TZ": "UTC", "LC_ALL": "C.UTF-8",
                **{k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}}

    def clew(self, *arguments, stdin="", cwd=None, before=None, env=None):
        return subprocess.run([CLEW, *arguments], input=stdin, capture_output=True, text=True,
                              timeout=60, cwd=cwd or self.dir, env={**self.env(), **(env or {})},
                              preexec_fn=before)

    def tree(self, *names):
        """All files with their content, links with their targets."""
        found = {}
        for name in names or ("root", "outside"):
            for folder, folders, files in os.walk(self.path(name)):
                for one in folders + files:
                    path = os.path.join(folder, one)
                    if os.path.islink(path):
                        found[path] = "-> " + os.readlink(path)
                    elif os.path.isfile(path):
                        with open(path, "rb") as file:
                            found[path] = file.read()
                    else:
                        found[path] = "folder"
        return found

    def serve(self, *more):
        self.process = subprocess.Popen([CLEW, "serve", "--port", "0", "--json", *more], cwd=self.dir,
                                        env=self.env(), stdout=subprocess.PIPE, text=True)
        self.server = json.loads(self.process.stdout.readline())

    def ask(self, target, body=None):
        request = urllib.request.Request(
            self.server["url"] + target, None if body is None else json.dumps(body).encode(),
            {"Authorization": "Bearer " + self.server["token"], "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(part) for part in what))


def test_ids_that_are_no_names():
    """"...jsonl" is no session "..", on one disk and on two."""
    for data in (None, tempfile.mkdtemp(prefix="clew-names-", dir="/dev/shm")
                 if os.access("/dev/shm", os.W_OK) else None):
        for name, title in (("...jsonl", "two up"), ("..jsonl", "one up")):
            with Home(data) as home:
                home.write("root/projects/-work-app/" + name,
                           LINE + json.dumps({"type": "custom-title", "customTitle": title,
                                              "sessionId": ID}) + "\n")
                before = home.tree()
                path = os.path.join(home.project, name)
                for session in (os.path.splitext(name)[0], name, title, path, "-work-app/" + name):
                    for command in (["delete"], ["rename", "x"], ["tag", "x"], ["info"], ["todos"]):
                        ran = home.clew(command[0], session, *command[1:])
                        check(ran.returncode == 2, command, session, ran.stdout)
                        check(home.tree() == before, command, session, "changed something")
                listed = home.clew("list", "--all", "--empty", "--json")
                check("not-an-id" in listed.stdout, listed.stdout)
                check(title not in listed.stdout, listed.stdout)


def test_links_are_not_edited():
    """Links below a root are read, and nothing behind them is changed."""
    with Home() as home:
        os.symlink(home.path("outside"), os.path.join(home.root, "projects", "-linked"))
        os.symlink(home.path("outside/precious.jsonl"), os.path.join(home.project, OTHER + ".jsonl"))
        before = home.tree()
        check(home.clew("info", OTHER).returncode == 0, "reading through a link")
        for session in (OTHER, "precious", os.path.join(home.project, OTHER + ".jsonl"),
                        os.path.join(home.root, "projects", "-linked", "precious.jsonl")):
            edits = [["delete"], ["rename", "x"], ["tag", "x"]]
            # A copy of what a link shows lies beside the link, and is no change behind it.
            for command in edits + ([["fork"]] if session == "precious" else []):
                ran = home.clew(command[0], session, *command[1:])
                check(ran.returncode == 2 and "link" in ran.stderr, command, session, ran)
                check(home.tree() == before, command, session, "changed something")
        # The file itself may be named, and a root may be a link.
        os.symlink(home.root, home.path("to-root"))
        ran = home.clew("rename", ID, "by a linked root", "--root", home.path("to-root"))
        check(ran.returncode == 0, ran)
        ran = home.clew("rename", home.path("outside/precious.jsonl"), "named by its person")
        check(ran.returncode == 0, ran)
        # ... and a session comes back to a linked root, too.
        for command in (["delete", ID], ["undelete", ID]):
            ran = home.clew(*command, "--root", home.path("to-root"))
            check(ran.returncode == 0, command, ran)
        check(os.path.exists(os.path.join(home.project, ID + ".jsonl")), "it did not come back")


def test_undelete_replaces_nothing():
    with Home() as home:
        path = os.path.join(home.project, ID + ".jsonl")
        check(home.clew("delete", ID).returncode == 0, "delete")
        os.symlink(home.path("outside/notes.txt"), path)
        before = home.tree()
        check(home.clew("undelete", ID).returncode == 2, "over a link")
        check(home.tree() == before, "undelete replaced something")
        os.unlink(path)
        os.symlink(home.path("nowhere"), path)
        check(home.clew("undelete", ID).returncode == 2, "over a link to nothing")
        os.unlink(path)
        check(home.clew("undelete", ID).returncode == 0, "undelete")
        with open(path, encoding="utf-8") as file:
            check(file.read() == LINE, "it came back different")


PATHS = ["outside.jsonl", "./outside.jsonl", "../outside.jsonl", "claude:outside.jsonl"]


def paths_of(home):
    return PATHS + [home.path("outside.jsonl"), home.path("outside/precious.jsonl"),
                    os.path.join(home.project, ID + ".jsonl"),
                    os.path.join(home.project, "..", "..", "..", "outside.jsonl")]


def sessions_in(document):
    """The operations that take a session."""
    names = []
    for path, methods in json.loads(document)["paths"].items():
        if '"session"' in json.dumps(methods) and path.count("/") == 3:
            names.append(path.rsplit("/", 1)[1])
    return names


def test_peers_name_no_files():
    """HTTP and JSON-RPC, every operation with a session, and every name of a file."""
    with Home() as home:
        home.write("outside.jsonl", LINE.replace("hello", "s3cret"))
        home.serve("--allow-drive")
        status, text = home.ask("/api/v1/openapi.json")
        check(status == 200, status, text[:200])
        check(home.ask("/api/v1/show?session=" + ID)[0] == 200, "by its id")
        before = home.tree("root", "outside", "outside.jsonl")
        more = {"rename": {"title": "x"}, "tag": {"tag": "x"}, "raw": {"uuid": "aaaaaaaa"},
                "edit": {"uuid": "aaaaaaaa", "prompt": "x", "dryRun": True},
                "resume": {"prompt": "x", "dryRun": True}, "fork": {}}
        # Filters compare a name and open nothing; what follows something has no end.
        endless = ("prompts", "search", "tail", "events")
        names = [name for name in sessions_in(text) if name not in endless]
        check(len(names) >= 20 and "delete" in names and "show" in names, names)
        for path in paths_of(home):
            rpc = []
            for number, name in enumerate(names):
                parameters = {"session": path, **more.get(name, {})}
                status, text = home.ask("/api/v1/" + name, parameters)
                check(status in (400, 404, 405, 409, 422), name, path, status, text)
                check("s3cret" not in text, name, path, text)
                query = urllib.parse.urlencode({k: str(v).lower() for k, v in parameters.items()})
                status, text = home.ask("/api/v1/" + name + "?" + query)
                check(status != 200 and "s3cret" not in text, name, path, status, text)
                rpc.append(json.dumps({"jsonrpc": "2.0", "id": number, "method": name,
                                       "params": parameters}))
            ran = home.clew("rpc", stdin="\n".join(rpc) + "\n")
            answers = [json.loads(line) for line in ran.stdout.splitlines()]
            check(len(answers) == len(names), ran)
            check(all("error" in answer for answer in answers), path, ran.stdout)
            check(home.tree("root", "outside", "outside.jsonl") == before, path, "changed something")


def message(number, method, params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


def calls(home, session):
    """Every way of naming a session by MCP, ACP and the history methods: program and messages."""
    history = [message(i, "history/" + name, {"sessionId": session})
               for i, name in enumerate(("load", "branches", "stats", "subscribe"), 1)]
    acp = [message(i, "session/" + name, {"sessionId": session, "cwd": home.dir, "mcpServers": []})
           for i, name in enumerate(("load", "resume", "fork", "delete"), 1)]
    mcp = [message(1, "resources/read", {"uri": "claude-history://sessions/" + session}),
           message(2, "prompts/get", {"name": "resume_context", "arguments": {"sessionId": session}}),
           message(3, "tools/call", {"name": "get_session", "arguments": {"sessionId": session}}),
           message(4, "tools/call", {"name": "read_messages", "arguments": {"sessionId": session}})]
    hello = message(0, "initialize", {"protocolVersion": 1})
    mcp_hello = message(0, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                          "clientInfo": {"name": "t", "version": "1"}})
    return ("rpc", history), ("mcp", [mcp_hello] + mcp), ("acp", [hello] + acp)


def answers(home, program, messages):
    """By the number of the call: whether it was refused."""
    ran = home.clew(program, stdin="".join(messages))
    found = {}
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        if answer.get("id"):
            found[answer["id"]] = bool("error" in answer or answer["result"].get("isError"))
    return found, ran.stdout


def test_other_protocols_name_no_files():
    """MCP, ACP and history methods."""
    with Home() as home:
        home.write("outside.jsonl", LINE.replace("hello", "s3cret"))
        before = home.tree()
        for path in paths_of(home):
            for program, messages in calls(home, path):
                refused, text = answers(home, program, messages)
                check(len(refused) == 4 and all(refused.values()), program, path, text)
                check("s3cret" not in text, program, path, text)
        check(home.tree() == before, "changed something")
        # The same calls with an id are answered; the last one, of ACP, deletes.
        for program, messages in calls(home, ID):
            refused, text = answers(home, program, messages)
            check([number for number, no in refused.items() if no and number < 3] == [], program, text)


def test_diff_with_the_disk_stays_in_the_project():
    with Home() as home:
        secret = home.write("secret.txt", "s3cret\n")
        snapshot = {"type": "file-history-snapshot", "messageId": "aaaaaaaa-0000-4000-8000-000000000001",
                    "snapshot": {"messageId": "aaaaaaaa-0000-4000-8000-000000000001",
                                 "timestamp": "2026-01-05T10:00:01.000Z",
                                 "trackedFileBackups": {secret: {"backupFileName": "0a1b@v1", "version": 1,
                                                                 "backupTime": "2026-01-05T10:00:01.000Z"}}},
                    "isSnapshotUpdate": False}
        home.write("root/projects/-work-app/" + ID + ".jsonl", json.dumps(snapshot) + "\n" + LINE)
        home.write("root/file-history/" + ID + "/0a1b@v1", "old\n")
        here = home.clew("files", ID, "--diff", "disk", "--json")
        check("s3cret" in here.stdout, "the command line compares it", here)
        home.serve()
        status, text = home.ask("/api/v1/files?session=" + ID + "&diff=disk")
        check("s3cret" not in text, status, text)


PLANT = """[core]
\tfsmonitor = "touch {marker}; false"
\thooksPath = {hooks}
\tpager = touch {marker}
\tsshCommand = touch {marker}
\tworktree = {tree}
\teditor = touch {marker}
[filter "evil"]
\tclean = touch {marker}; cat
\tsmudge = touch {marker}; cat
\tprocess = touch {marker}
\trequired = true
[diff "evil"]
\ttextconv = touch {marker}; cat
\tcommand = touch {marker}
[diff]
\texternal = touch {marker}
[merge "evil"]
\tdriver = touch {marker}
[alias]
\tstatus = "!touch {marker}"
\tlog = "!touch {marker}"
\tls-files = "!touch {marker}"
[credential]
\thelper = "!touch {marker}"
[gpg]
\tprogram = touch {marker}
[uploadpack]
\tpackObjectsHook = touch {marker}
[include]
\tpath = {include}
[includeIf "gitdir:/"]
\tpath = {include}
[remote "origin"]
\tpromisor = true
\tvcs = touch
\tuploadpack = touch {marker}
[extensions]
\tpartialClone = origin
"""


def plant(home, tree, marker):
    """Everything by which a repository can name a program, each of which makes the marker."""
    hooks = os.path.join(tree, ".git", "hooks")
    os.makedirs(hooks, exist_ok=True)
    for hook in ("post-checkout", "post-index-change", "fsmonitor-watchman", "pre-auto-gc",
                 "reference-transaction", "post-merge", "update", "post-update", "pre-commit"):
        path = os.path.join(hooks, hook)
        with open(path, "w", encoding="utf-8") as out:
            out.write("#!/bin/sh\ntouch " + marker + "\n")
        os.chmod(path, 0o755)
    include = home.write("include", "[core]\n\tfsmonitor = touch " + marker + "\n")
    with open(os.path.join(tree, ".git", "config"), "a", encoding="utf-8") as out:
        out.write(PLANT.format(marker=marker, hooks=hooks, tree=tree, include=include))
    with open(os.path.join(tree, ".gitattributes"), "w", encoding="utf-8") as out:
        out.write("* filter=evil diff=evil merge=evil\n")


def git(home, tree, *arguments):
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", tree, *arguments],
                   check=True, env={**home.env(), "GIT_CONFIG_NOSYSTEM": "1"}, capture_output=True)


def commands(home):
    """Every command that could come near a workspace, and all others that need no more words."""
    generated = home.clew("--generate", "operations").stdout
    names = [line[3:].strip().strip("`") for line in generated.splitlines() if line.startswith("## ")]
    check("workspaces" in names and "list" in names, generated[:300])
    skip = {"run", "resume", "edit", "tail", "serve", "demo", "statusline"}
    return [name for name in names if name not in skip]


def test_no_repository_runs_anything():
    """Nothing that a workspace's or a source's git configuration names is ever run."""
    if not shutil.which("git"):
        return
    with Home() as home:
        marker = home.path("marker")
        source = home.path("source")
        os.mkdir(source)
        git(home, source, "init", "-q")
        home.write("source/a", "a\n")
        git(home, source, "add", "a")
        git(home, source, "commit", "-qm", "a")
        stand_in = home.write("claude", "#!/bin/sh\nexit 0\n")
        os.chmod(stand_in, 0o755)
        hostile_source = home.path("hostile")
        shutil.copytree(source, hostile_source)
        plant(home, hostile_source, marker)
        for where in (source, hostile_source):
            home.clew("run", "--workspace", "clone", "hello", "--claude", stand_in, "--print", cwd=where)
        store = os.path.join(home.data, "clew", "workspaces")
        trees = [os.path.join(store, name) for name in os.listdir(store) if not name.endswith(".json")]
        check(len(trees) == 2, os.listdir(store))
        check(not os.path.exists(marker), "cloning ran something")
        ran = home.clew("workspaces", "--json")
        check([row["holds"] for row in json.loads(ran.stdout)["workspaces"]] == [None, None], ran)
        for tree in trees:
            plant(home, tree, marker)
            os.utime(os.path.join(tree, "a"), (1, 1))  # so that git has to look into it
        environments = [{}, {"GIT_EXTERNAL_DIFF": "touch " + marker, "GIT_PAGER": "touch " + marker,
                             "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor",
                             "GIT_CONFIG_VALUE_0": "touch " + marker, "GIT_SSH": "touch"}]
        for env in environments:
            for name in commands(home):
                for more in ([], [ID], ["--json"], ["list"]):
                    home.clew(name, *more, cwd=trees[0], env=env)
                    check(not os.path.exists(marker), name, more, env, "ran what a repository names")
        ran = home.clew("workspaces", "--json")
        holds = [row["holds"] for row in json.loads(ran.stdout)["workspaces"]]
        check(holds == ["it holds changes that were not committed"] * 2, ran)
        # A repository of a submodule, a link and a file for .git: refused, not entered.
        git_folder = os.path.join(trees[0], ".git")
        shutil.move(git_folder, home.path("moved.git"))
        for make in (lambda: os.symlink(home.path("moved.git"), git_folder),
                     lambda: home.write(os.path.relpath(git_folder, home.dir),
                                        "gitdir: " + home.path("moved.git") + "\n")):
            make()
            ran = home.clew("workspaces", "--json")
            check("cannot be looked at" in ran.stdout, ran)
            check(not os.path.exists(marker), "ran what a repository names")
            os.unlink(git_folder)


def test_what_a_clone_holds():
    """The stand-in of a repository says what git itself would say."""
    if not shutil.which("git"):
        return
    with Home() as home:
        source = home.path("source")
        os.mkdir(source)
        git(home, source, "init", "-q")
        home.write("source/a", "a\n")
        home.write("source/sub/b", "b\n")
        home.write("source/.gitignore", "ignored\n")
        git(home, source, "add", ".")
        git(home, source, "commit", "-qm", "a")
        git(home, source, "branch", "other")
        stand_in = home.write("claude", "#!/bin/sh\nexit 0\n")
        os.chmod(stand_in, 0o755)
        home.clew("run", "--workspace", "clone", "x", "--claude", stand_in, "--print", cwd=source)
        store = os.path.join(home.data, "clew", "workspaces")
        tree = [os.path.join(store, n) for n in os.listdir(store) if not n.endswith(".json")][0]

        def holds():
            return json.loads(home.clew("workspaces", "--json").stdout)["workspaces"][0]["holds"]

        def write(name, text):
            with open(os.path.join(tree, name), "w", encoding="utf-8") as out:
                out.write(text)

        check(holds() is None, holds())
        write("ignored", "x")
        check(holds() is None, holds())
        git(home, tree, "pack-refs", "--all")
        git(home, tree, "gc", "-q")
        check(holds() is None, holds())
        write("a", "changed\n")
        check(holds() == "it holds changes that were not committed", holds())
        git(home, tree, "stash", "-q")
        check(holds() == "it holds changes that were stashed", holds())
        git(home, tree, "stash", "drop", "-q")
        check(holds() is None, holds())
        write("a", "changed\n")
        git(home, tree, "commit", "-qam", "new")
        check(holds() == "it holds commits that are nowhere else", holds())
        git(home, tree, "checkout", "-q", "--detach")
        git(home, tree, "branch", "-f", "master", "origin/HEAD") if os.path.exists(
            os.path.join(tree, ".git/refs/heads/master")) else git(
                home, tree, "branch", "-f", "main", "origin/HEAD")
        check(holds() == "it holds commits that are nowhere else", holds())
        git(home, tree, "reset", "-q", "--hard", "origin/HEAD")
        check(holds() is None, holds())
        check(not [n for n in os.listdir(store) if n.startswith(".look")], os.listdir(store))


def test_cleaning_follows_no_link():
    with Home() as home:
        store = os.path.join(home.data, "clew", "workspaces")
        os.makedirs(os.path.join(store, "mine", "deep"))
        os.symlink(home.path("outside"), os.path.join(store, "link"))
        os.symlink(home.path("outside"), os.path.join(store, "mine", "deep", "link"))
        for name in ("link", "mine", "..", "."):
            with open(os.path.join(store, name + ".json"), "w", encoding="utf-8") as out:
                out.write('{"kind":"tmp","created":1}\n')
        with open(os.path.join(home.data, "clew", "precious"), "w", encoding="utf-8") as out:
            out.write("x")
        before = home.tree()
        for command in (["clean"], ["clean", "--force"], ["clean", "..", "--force"],
                        ["clean", ".", "--force"], ["clean", "link", "--force"]):
            home.clew("workspaces", *command)
            check(home.tree() == before, command, "changed something outside")
            check(os.path.exists(os.path.join(home.data, "clew", "precious")), command)
        left = sorted(os.listdir(store))
        check(left == ["...json", "..json"], left)


def tight(size):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    return limit


def test_a_full_disk_tears_no_line():
    """What does not fit leaves the file as it was, so that the next line of claude is whole."""
    for ending in ("", '{"torn'):
        with Home() as home:
            path = home.write("root/projects/-work-app/" + ID + ".jsonl", LINE + ending)
            size = os.path.getsize(path)
            for room in (0, 1, 2, 20, 60):
                for command in (["rename", ID, "a title of some length"], ["tag", ID, "a-tag"]):
                    ran = home.clew(*command, before=tight(size + room))
                    check(ran.returncode == 2, command, room, ran)
                    with open(path, encoding="utf-8") as file:
                        check(file.read() == LINE + ending, command, room, "left something behind")
            check(home.clew("rename", ID, "fits").returncode == 0, "with room")


def test_a_disk_that_is_really_full():
    """The same on a small file system, in a mount namespace of our own."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return
    with Home() as home:
        script = f"""
mount -t tmpfs -o size=256k none {home.root} || exit 77
mkdir -p {home.project}
printf '%s' "$LINE" > {home.project}/{ID}.jsonl
# What is left of the last page is filled too, so that not even one byte fits.
python3 -c 'import os,sys; p=sys.argv[1]; n=os.path.getsize(p); open(p,"ab").write(b"{{" + b" "*(4096-8-n) + b"}}\\n")' {home.project}/{ID}.jsonl
cp {home.project}/{ID}.jsonl {home.dir}/before
dd if=/dev/zero of={home.root}/fill bs=4096 2>/dev/null
"$CLEW" rename {ID} "a title of some length" && exit 1
"$CLEW" tag {ID} "tag" && exit 1
cmp {home.project}/{ID}.jsonl {home.dir}/before || exit 2
rm {home.root}/fill
"$CLEW" rename {ID} "a title of some length" || exit 3
"""
        ran = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True,
                             env={**home.env(), "CLEW": CLEW, "LINE": LINE}, timeout=60)
        check(ran.returncode in (0, 77), ran)


def test_forks_replace_nothing_and_follow_nothing():
    with Home() as home:
        os.makedirs(home.path("work"))
        key = "".join(c if c.isalnum() and c.isascii() else "-" for c in home.path("work"))
        os.symlink(home.path("outside"), os.path.join(home.root, "projects", key))
        before = home.tree()
        ran = home.clew("fork", ID, "--folder", home.path("work"))
        check(ran.returncode == 2 and "link" in ran.stderr, ran)
        check(home.tree() == before, "changed something")


def main():
    wanted = sys.argv[2:]
    failed = []
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (wanted and name[5:] not in wanted):
            continue
        try:
            test()
            print("ok", name[5:])
        except Exception as error:  # every test is told about
            failed.append(name[5:])
            print("FAILED", name[5:], type(error).__name__, str(error)[:2000])
    sys.exit(1 if failed else 0)


main()
