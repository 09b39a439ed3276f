"""A real `clew serve --session-store` over folders of its own, for tests of the store and its adapters."""
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ADAPTERS = HERE.parent.parent / "adapters"
sys.path.insert(0, str(ADAPTERS / "session_store_py"))


class Server:
    """`name` tells servers apart that share a place: each is a process of its own, with one store."""

    def __init__(self, clew, place, *more, name="run", switch=True):
        self.clew, self.place = clew, str(place)
        os.makedirs(f"{self.place}/root/projects", exist_ok=True)
        os.makedirs(f"{self.place}/{name}", mode=0o700, exist_ok=True)
        self.env = {"PATH": os.environ["PATH"], "HOME": self.place, "XDG_DATA_HOME": f"{self.place}/data",
                    "XDG_CACHE_HOME": f"{self.place}/cache", "XDG_RUNTIME_DIR": f"{self.place}/{name}",
                    "CLAUDE_CONFIG_DIR": f"{self.place}/root", "LANG": "C.UTF-8"}
        command = [clew, "serve", "--port", "0", "--json", *(["--session-store"] if switch else []), *more]
        self.process = subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read().decode())
        said = json.loads(line)
        self.url, self.token, self.socket = said["url"], said["token"], said["socket"]

    @property
    def folder(self):
        return f"{self.place}/data/clew/session-store"

    def run(self, *arguments, check=True):
        done = subprocess.run([self.clew, *arguments], env=self.env, capture_output=True, text=True, timeout=120)
        if check and done.returncode != 0:
            raise AssertionError(f"clew {' '.join(arguments)}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def ask(self, method, target, body=None, headers=None, token=None):
        """Status, head and body as they are on the wire."""
        host = self.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            sent = {"Authorization": f"Bearer {token or self.token}", **(headers or {})}
            connection.request(method, target, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def append(self, query, body, batch=None, **more):
        headers = {"Content-Type": "application/x-ndjson", **({"Idempotency-Key": batch} if batch else {})}
        return self.ask("POST", f"/api/store/v1/append?{query}", body, headers, **more)

    def load(self, query):
        return self.ask("GET", f"/api/store/v1/load?{query}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
