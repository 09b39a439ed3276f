#!/usr/bin/env python3
"""tls.py CLEW: `clew serve` with TLS, spoken to by Python's ssl and by openssl s_client."""
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

CLEW = os.path.abspath(sys.argv.pop(1))
OPENSSL = shutil.which("openssl")
if OPENSSL is None:
    print("tls: there is no openssl here")
    sys.exit(77)


def environment(home):
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "ASAN_OPTIONS") if name in os.environ}
    run = os.path.join(home, "run")
    os.makedirs(run, mode=0o700, exist_ok=True)
    return kept | {"HOME": home, "XDG_RUNTIME_DIR": run, "XDG_CACHE_HOME": home + "/cache",
                   "XDG_DATA_HOME": home + "/data"}


def make_certificate(folder, name, kind=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
    cert, key = f"{folder}/{name}.pem", f"{folder}/{name}.key"
    subprocess.run([OPENSSL, "req", "-x509", "-newkey", *kind, "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                   check=True, capture_output=True)
    return cert, key


class Served:
    """A clew serve over the demo's root."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen([CLEW, "serve", "--port", "0", "--json", "--root", folder + "/root", *arguments],
                                        env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.about = json.loads(line)
        self.port = int(self.about["url"].rsplit(":", 1)[1])

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="clew-tls-")
        subprocess.run([CLEW, "demo", cls.folder + "/root"], env=environment(cls.folder), check=True, capture_output=True)
        cls.cert, cls.key = make_certificate(cls.folder, "one")
        cls.server = Served(cls.folder, "--tls-cert", cls.cert, "--tls-key", cls.key, "--rsocket-port", "0")
        cls.trust = ssl.create_default_context(cafile=cls.cert)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        shutil.rmtree(cls.folder)

    def connect(self, context=None, port=None, ragged=True):
        plain = socket.create_connection(("127.0.0.1", port or self.server.port), timeout=20)
        return (context or self.trust).wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=ragged)

    def get(self, path, headers=None, method="GET", body=None):
        connection = http.client.HTTPSConnection("localhost", self.server.port, context=self.trust, timeout=20)
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def bearer(self):
        return {"Authorization": "Bearer " + self.server.about["token"]}

    def test_the_page_and_operations(self):
        self.assertTrue(self.server.about["url"].startswith("https://"), self.server.about)
        self.assertTrue(self.server.about["rsocket"].startswith("tls://"), self.server.about)
        answer, _ = self.get("/")
        self.assertEqual(answer.status, 200)
        answer, _ = self.get("/api/v1/list?all=true")
        self.assertEqual(answer.status, 401)
        answer, content = self.get("/api/v1/list?all=true", self.bearer())
        self.assertEqual(answer.status, 200)
        asked = subprocess.run([CLEW, "list", "--all", "--json", "--root", self.folder + "/root"],
                               env=environment(self.folder), capture_output=True, check=True)
        ids = lambda text: [one["id"] for one in json.loads(text)["sessions"]]
        self.assertEqual(ids(content), ids(asked.stdout))

    def test_a_cookie_is_for_https_alone(self):
        body = json.dumps({"token": self.server.about["token"]})
        answer, _ = self.get("/api/v1/login", {"Content-Type": "application/json"}, "POST", body)
        self.assertEqual(answer.status, 204)
        self.assertIn("; Secure", answer.getheader("Set-Cookie"))
        answer, _ = self.get("/", {"Origin": "http://localhost:%d" % self.server.port})
        self.assertEqual(answer.status, 403)
        answer, _ = self.get("/", {"Origin": "https://localhost:%d" % self.server.port})
        self.assertEqual(answer.status, 200)

    def test_many_requests_on_one_connection_and_large_answers(self):
        connection = http.client.HTTPSConnection("localhost", self.server.port, context=self.trust, timeout=20)
        wanted = None
        for _ in range(50):
            connection.request("GET", "/api/v1/openapi.json", headers=self.bearer())
            content = connection.getresponse().read()
            wanted = wanted or content
            self.assertEqual(content, wanted)
        self.assertGreater(len(wanted), 100_000)
        connection.close()

    def test_requests_that_arrive_together(self):
        """Two in one record: the second is in the memory when the socket has nothing more."""
        with self.connect() as peer:
            one = f"GET / HTTP/1.1\r\nHost: localhost:{self.server.port}\r\n\r\n"
            peer.sendall((one + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")).encode())
            came = b""
            while piece := peer.recv(65536):
                came += piece
        self.assertEqual(came.count(b"HTTP/1.1 200"), 2)

    def test_events_and_websockets(self):
        with self.connect() as peer:
            peer.sendall((f"GET /api/v1/events HTTP/1.1\r\nHost: localhost:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.about['token']}\r\n\r\n").encode())
            came = b""
            while b"retry:" not in came:
                came += peer.recv(65536)
            self.assertIn(b"text/event-stream", came)
        with self.connect() as peer:
            peer.sendall((f"GET /ws HTTP/1.1\r\nHost: localhost:{self.server.port}\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          f"Authorization: Bearer {self.server.about['token']}\r\n\r\n").encode())
            came = b""
            while b"\r\n\r\n" not in came:
                came += peer.recv(65536)
            self.assertIn(b"101 Switching", came)
            text = b'{"jsonrpc":"2.0","id":1,"method":"projects","params":{}}'
            mask = b"\x01\x02\x03\x04"
            masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
            peer.sendall(bytes([0x81, 0x80 | len(text)]) + mask + masked)
            came = b""
            while b'"id":1' not in came:
                came += peer.recv(65536)
            self.assertIn(b'"result"', came)

    def test_rsocket_has_tls_too(self):
        port = int(self.server.about["rsocket"].rsplit(":", 1)[1])
        with self.connect(port=port) as peer:
            peer.sendall(b"\x00\x00\x06" + b"\x00\x00\x00\x00\x00\x00")
            self.assertIn(b"SETUP", peer.recv(4096))
        with socket.create_connection(("127.0.0.1", port), timeout=20) as plain:
            plain.sendall(b"\x00\x00\x06\x00\x00\x00\x00\x00\x00")
            self.assertNotIn(b"SETUP", plain.recv(4096))

    def test_old_versions_are_refused(self):
        for flag, taken in (("-tls1", False), ("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)):
            done = subprocess.run([OPENSSL, "s_client", "-connect", f"127.0.0.1:{self.server.port}", flag, "-cipher", "ALL:@SECLEVEL=0"],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
            self.assertEqual("Cipher is (NONE)" not in done.stdout, taken, (flag, done.stdout[-800:], done.stderr[-800:]))
            if not taken:
                self.assertIn("protocol version", done.stderr)  # the server's own word, not our client's
        done = subprocess.run([OPENSSL, "s_client", "-connect", f"127.0.0.1:{self.server.port}", "-tls1_2", "-cipher", "AES256-SHA:AES128-GCM-SHA256"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        self.assertIn("Cipher is (NONE)", done.stdout, "a cipher without forward secrecy was taken")

    def test_plain_http_is_told_to_use_https(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            came = b""
            while piece := plain.recv(4096):
                came += piece
        self.assertTrue(came.startswith(b"HTTP/1.1 400"), came)
        self.assertIn(b"https://", came)

    def test_noise_and_half_handshakes_harm_nobody(self):
        stalled = [socket.create_connection(("127.0.0.1", self.server.port), timeout=20) for _ in range(100)]
        for i, one in enumerate(stalled):
            one.sendall(b"\x16\x03\x01\x02\x00\x01" if i % 2 else b"\x16" + os.urandom(200))
        began = time.monotonic()
        answer, _ = self.get("/api/v1/projects", self.bearer())
        self.assertEqual(answer.status, 200)
        self.assertLess(time.monotonic() - began, 5)
        time.sleep(11)  # longer than a head may take
        for one in stalled:
            one.settimeout(5)
            try:
                while one.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            one.close()

    def test_who_ends_cuts_nothing(self):
        """An end is said in TLS, so that nobody takes a cut answer for a whole one."""
        with self.connect(ragged=False) as peer:
            peer.sendall((f"GET / HTTP/1.1\r\nHost: localhost:{self.server.port}\r\nConnection: close\r\n\r\n").encode())
            while peer.recv(65536):  # SSLEOFError without close_notify
                pass

    def test_a_renewed_certificate_counts_without_a_restart(self):
        folder = tempfile.mkdtemp(prefix="clew-tls-")
        self.addCleanup(shutil.rmtree, folder)
        os.symlink(self.folder + "/root", folder + "/root")
        first, second = make_certificate(folder, "first"), make_certificate(folder, "second", ("rsa:2048",))
        cert, key = folder + "/cert.pem", folder + "/key.pem"
        shutil.copy(first[0], cert)
        shutil.copy(first[1], key)
        server = Served(folder, "--tls-cert", cert, "--tls-key", key)
        self.addCleanup(server.close)

        def name():
            with self.connect(ssl.create_default_context(cafile=trusted), server.port) as peer:
                return dict(one[0] for one in peer.getpeercert()["subject"])["commonName"]

        trusted = first[0]
        self.assertEqual(name(), "first")
        shutil.copy(second[1], key)  # a key alone fits nothing: the old pair stays
        time.sleep(2.5)
        self.assertEqual(name(), "first")
        shutil.copy(second[0], cert)
        time.sleep(2.5)
        trusted = second[0]
        self.assertEqual(name(), "second")

    def refused(self, *arguments):
        folder = tempfile.mkdtemp(prefix="clew-tls-")
        self.addCleanup(shutil.rmtree, folder)
        done = subprocess.run([CLEW, "serve", "--port", "0", "--root", self.folder + "/root", *arguments],
                              env=environment(folder), capture_output=True, text=True, timeout=30)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def test_what_cannot_be_is_said(self):
        for host in ("0.0.0.0", "::", "192.0.2.7"):
            self.assertIn("needs TLS", self.refused("--host", host))
        self.assertIn("belong together", self.refused("--tls-cert", self.cert))
        other = make_certificate(self.folder, "other")
        self.assertIn("other.key", self.refused("--tls-cert", self.cert, "--tls-key", other[1]))
        self.assertIn("missing.pem", self.refused("--tls-cert", "/missing.pem", "--tls-key", self.key))
        self.assertIn("root", self.refused("--tls-cert", self.folder + "/root", "--tls-key", self.key))
        sealed = self.folder + "/sealed.key"
        subprocess.run([OPENSSL, "pkey", "-in", self.key, "-aes256", "-passout", "pass:x", "-out", sealed], check=True)
        self.assertIn("passphrase", self.refused("--tls-cert", self.cert, "--tls-key", sealed))


if __name__ == "__main__":
    unittest.main(verbosity=2)
