#!/usr/bin/env node
// Starts the program of this machine's kind, which comes as a package of its own.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const platform = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`@clew-cli/${platform}/bin/clew`);
} catch {
  console.error(
    `clew: there is no program for ${platform} here. Packages exist for linux-x64; if this is one, install again without ` +
      "--omit=optional. Everywhere else it can be built from source: see the README.",
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends its signals to both; what others send is passed on. The child decides when this ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) {
  process.on(signal, () => {
    if (!process.stdin.isTTY || signal === "SIGTERM" || signal === "SIGHUP") child.kill(signal);
  });
}
child.on("error", (error) => {
  console.error(`clew: cannot start ${program}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
