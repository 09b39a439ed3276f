#!/usr/bin/env python3
"""The contracts through the adapter for TypeScript, and its types.

    contract_ts.py CLEW [TSC]"""
import os
import shutil
import subprocess
import sys
import tempfile

from harness import HERE, Server

node = shutil.which("node")
if not node:
    print("node is not here")
    sys.exit(77)
if len(sys.argv) > 2 and os.path.exists(sys.argv[2]):
    subprocess.run([sys.argv[2], "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", str(HERE / "types.ts")], check=True)
with tempfile.TemporaryDirectory() as place, Server(sys.argv[1], place) as server:
    env = {**server.env, "CLEW_URL": server.url, "CLEW_TOKEN": server.token}
    sys.exit(subprocess.run([node, "--test", str(HERE / "contract.test.mjs")], env=env).returncode)
