# SPDX-License-Identifier: MIT
"""Runs a program as a person would who sits at a terminal."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time


def at_terminal(argv, env, cwd=None, seconds=30, size=None, watch=None):
    """(exit code, the bytes that the terminal showed, standard error too). `size`: rows and columns. `watch` gets the
    program, the terminal and what was shown so far, again and again. What still runs at the end is ended."""
    ours, theirs = pty.openpty()
    if size:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    child = subprocess.Popen(argv, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=cwd, start_new_session=True)
    os.close(theirs)
    shown, until = b"", time.time() + seconds
    while time.time() < until:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        elif child.poll() is not None:
            break
        if watch:
            watch(child, ours, shown)
    if time.time() >= until and child.poll() is None:
        child.terminate()
    code = child.wait(10)
    os.close(ours)
    return code, shown
