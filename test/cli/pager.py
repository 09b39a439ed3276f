#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pager.py CLEW: at a terminal, what is more than a screen goes through a pager; what is less, what goes
into a pipe and what somebody wants without does not."""
import os
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from at_terminal import at_terminal

ROWS = 12


class Place:
    def __init__(self, clew, folder):
        self.clew = clew
        self.folder = folder
        self.root = os.path.join(folder, "root")
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder,
                    "XDG_RUNTIME_DIR": folder, "CLAUDE_CONFIG_DIR": self.root, "TERM": "xterm"}
        subprocess.run([clew, "demo", self.root], env=self.env, check=True, capture_output=True)
        self.mark = os.path.join(folder, "pager-ran")
        self.pager = os.path.join(folder, "pager")
        with open(self.pager, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\necho "less=$LESS" > {self.mark}\nexec cat\n')
        os.chmod(self.pager, 0o755)

    def run(self, *arguments, watch=None, **variables):
        """(exit code, what the terminal showed, whether our pager ran)"""
        if os.path.exists(self.mark):
            os.unlink(self.mark)
        env = {name: value for name, value in {**self.env, "PAGER": self.pager, **variables}.items() if value is not None}
        code, shown = at_terminal([self.clew, *arguments], env, size=(ROWS, 80), watch=watch)
        return code, shown.decode(errors="replace"), os.path.exists(self.mark)


def check(what, holds):
    if not holds:
        sys.exit(f"pager.py: {what}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(sys.argv[1], folder)
        code, whole, paged = place.run("list", "--all", "--no-pager")
        check("--no-pager uses none", code == 0 and not paged)
        check("the demo's list is longer than the screen", whole.count("\n") > ROWS)
        code, shown, paged = place.run("list", "--all")
        check("a long list goes through the pager, whole", code == 0 and paged and shown == whole)
        with open(place.mark, encoding="utf-8") as mark:
            check("less leaves after one screen and shows colours", mark.read() == "less=FRX\n")
        place.run("list", "--all", LESS="S")
        with open(place.mark, encoding="utf-8") as mark:
            check("the person's own LESS stays", mark.read() == "less=S\n")
        code, shown, paged = place.run("projects")
        check("a short answer needs no pager", code == 0 and not paged and "orchard" in shown)
        code, shown, paged = place.run("show", "no-such-session")
        check("an error is written and keeps its exit code", code == 2 and not paged and "no-such-session" in shown)
        code, shown, paged = place.run("list", "--all", "--json")
        check("JSON is paged too", code == 0 and paged)
        check("$CLEW_PAGER goes before $PAGER", not place.run("list", "--all", CLEW_PAGER="cat")[2])
        check("an empty $PAGER means none", not place.run("list", "--all", PAGER="")[2])
        check("nor does a dumb terminal get one", not place.run("list", "--all", TERM="dumb")[2])
        code, shown, paged = place.run("list", "--all", PAGER="no-such-pager -x")
        check("a pager that is not there loses nothing", code == 0 and shown == whole)
        code, shown, paged = place.run("list", "--all", PAGER="head -2")
        check("who leaves the pager early ends the command", code == 0 and shown.count("\n") == 2)
        # Ctrl-C is for the pager.
        waiting = f"cat; touch {place.mark}; sleep 0.3; echo end of pager"
        sent = []

        def interrupt(program, *_):
            if os.path.exists(place.mark) and not sent:
                sent.append(os.kill(program.pid, signal.SIGINT))

        code, shown, _ = place.run("list", "--all", PAGER=waiting, watch=interrupt)
        check("an interrupt does not leave the pager alone", code == 0 and "end of pager" in shown)
        piped = subprocess.run([place.clew, "list", "--all"], env={**place.env, "PAGER": place.pager}, capture_output=True, check=True)
        check("a pipe has no pager", piped.stdout)
    print("pager: all right")


main()
