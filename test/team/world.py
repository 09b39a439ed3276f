"""A private PostgreSQL on a unix socket, and people with machines of their own, for tests and benches of teams."""
import glob
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PASSWORD = "for-tests-only"


def postgres_bin():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return os.path.dirname(found[-1]) if found else None


class Postgres:
    """Runs as an unprivileged user when the caller is root."""

    def __init__(self, *settings):
        self.bin = postgres_bin()
        if self.bin is None:
            print("there is no PostgreSQL here (apt install postgresql)")
            sys.exit(77)
        self.folder = tempfile.mkdtemp(prefix="clew-pg-", dir="/tmp")
        self.settings = settings
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        with open(self.folder + "/password", "w") as out:
            out.write(PASSWORD)
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            os.chown(self.folder + "/password", self.user.pw_uid, self.user.pw_gid)
        self.call("initdb", "-N", "-D", self.data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", self.folder + "/password",
                  "-E", "UTF8", "--locale=C").check_returncode()
        self.server = None
        self.start()
        self.psql("CREATE DATABASE team", "postgres")

    @property
    def data(self):
        return self.folder + "/data"

    def as_user(self):
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}

    def call(self, *words):
        return subprocess.run([self.bin + "/" + words[0], *words[1:]], cwd="/", capture_output=True, text=True, **self.as_user())

    def start(self):
        words = [self.bin + "/postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses="]
        for setting in self.settings:
            words += ["-c", setting]
        with open(self.folder + "/log", "a") as log:
            self.server = subprocess.Popen(words, cwd="/", stdout=log, stderr=subprocess.STDOUT, **self.as_user())
        for _ in range(400):
            if self.psql("SELECT 1", "postgres", check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError(open(self.folder + "/log").read())

    def psql(self, sql, database="team", check=True, **more):
        return subprocess.run([self.bin + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.address("postgres", PASSWORD, database)],
                              capture_output=True, text=True, check=check, **more)

    def address(self, person=None, password=None, database="team"):
        who = f"{person}:{password}@" if person else ""
        return f"postgres://{who}/{database}?host={self.folder}"

    def close(self):
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person:
    """Somebody with a home and a machine."""

    def __init__(self, clew, folder, name):
        self.clew, self.name, self.home = clew, name, os.path.join(folder, name)
        os.makedirs(self.home + "/run", mode=0o700)
        self.token = None

    @property
    def environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "ASAN_OPTIONS") if name in os.environ}
        return kept | {"HOME": self.home, "XDG_RUNTIME_DIR": self.home + "/run", "XDG_CACHE_HOME": self.home + "/cache",
                       "XDG_DATA_HOME": self.home + "/data", "TZ": "UTC"}

    def run(self, *words, check=True, **more):
        done = subprocess.run([self.clew, *words], env=self.environment, cwd=self.home, capture_output=True, text=True, **more)
        if check and done.returncode != 0:
            raise RuntimeError(f"{self.name}: clew {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def json(self, *words):
        return json.loads(self.run(*words, "--json").stdout)

    def write_session(self, project, session, lines):
        """Below ~/.claude, as Claude Code would."""
        folder = f"{self.home}/.claude/projects/{project.replace('/', '-')}"
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/{session}.jsonl", "a") as out:
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def turn(session, cwd, number, prompt, answer, parent=None, tokens=100):
    """A prompt and its answer, as two lines; `number` makes their ids."""
    first, second = f"{session[:24]}{number:06x}{'aaaaaa'}", f"{session[:24]}{number:06x}{'bbbbbb'}"
    when = f"2026-11-{10 + number // 600 % 10:02}T{number // 60 % 10 + 8:02}:{number % 60:02}:00.000Z"
    shared = {"isSidechain": False, "userType": "external", "cwd": cwd, "sessionId": session, "version": "2.1.0", "gitBranch": "main", "timestamp": when}
    return [
        {"parentUuid": parent, "type": "user", "message": {"role": "user", "content": prompt}, "uuid": first, **shared},
        {"parentUuid": first, "type": "assistant", "uuid": second, "requestId": f"req_{session[:8]}{number}", **shared,
         "message": {"id": f"msg_{session[:8]}{number}", "type": "message", "role": "assistant", "model": "claude-opus-4-5-20251101",
                     "content": [{"type": "text", "text": answer}], "stop_reason": "end_turn",
                     "usage": {"input_tokens": tokens, "output_tokens": tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}}},
    ], second


class Team:
    """A store with people in it."""

    def __init__(self, clew, names, *settings):
        self.clew = os.path.abspath(clew)
        self.folder = tempfile.mkdtemp(prefix="clew-team-")
        self.postgres = Postgres(*settings)
        self.admin = Person(self.clew, self.folder, "admin")
        self.admin.run("team", "init", self.postgres.address("postgres", PASSWORD))
        for name in names:
            setattr(self, name, self.invite(name))

    def invite(self, name, *scopes):
        person = Person(self.clew, self.folder, name)
        invited = self.admin.json("team", "invite", name, *scopes)["invited"]
        person.token = invited["address"]
        person.run("team", "join", input=person.token + "\n")
        return person

    def invite_again(self, name):
        """Their new secret, which nobody has joined with."""
        return self.admin.json("team", "invite", name)["invited"]["address"]

    def close(self):
        self.postgres.close()
        shutil.rmtree(self.folder, ignore_errors=True)
