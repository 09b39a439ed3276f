// SPDX-License-Identifier: MIT
//
// Made by web/build/schema.mjs from `clew --generate openapi`. Do not edit.

export interface paths {
    "/api/v1/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions, newest first
         * @description Lists the sessions of a project, or of all, by the time of their last line; --since and --until select by it too. Without PATH and --all those of the folder you are in, when it has some. Titles come from where the official tools take them: your own, the one Claude made, the last prompt, a summary, the first prompt. Transcripts of subagents, sessions that Claude Code began only to warm its cache, and files without a conversation are left out unless asked for, and counted.
         */
        get: operations["listGet"];
        put?: never;
        /**
         * List sessions, newest first
         * @description Lists the sessions of a project, or of all, by the time of their last line; --since and --until select by it too. Without PATH and --all those of the folder you are in, when it has some. Titles come from where the official tools take them: your own, the one Claude made, the last prompt, a summary, the first prompt. Transcripts of subagents, sessions that Claude Code began only to warm its cache, and files without a conversation are left out unless asked for, and counted.
         */
        post: operations["list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects, last used first
         * @description A project is a folder that Claude Code worked in. Its path is the one recorded in its sessions; marked when that folder is gone. Worktrees of one repository stand together.
         */
        get: operations["projectsGet"];
        put?: never;
        /**
         * List projects, last used first
         * @description A project is a folder that Claude Code worked in. Its path is the one recorded in its sessions; marked when that folder is gone. Worktrees of one repository stand together.
         */
        post: operations["projects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects, branches, models and tags of sessions
         * @description Labels by which sessions can be filtered, each with the number of sessions that have it: what --branch, --model and --tag of `clew list` take.
         */
        get: operations["labelsGet"];
        put?: never;
        /**
         * List projects, branches, models and tags of sessions
         * @description Labels by which sessions can be filtered, each with the number of sessions that have it: what --branch, --model and --tag of `clew list` take.
         */
        post: operations["labels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you typed, newest first
         * @description Reads the CLI's own history of prompts, which outlives the sessions: pasted texts are put back into their places. QUERY keeps only prompts that hold these words; it is written as for `clew search`.
         */
        get: operations["promptsGet"];
        put?: never;
        /**
         * List what you typed, newest first
         * @description Reads the CLI's own history of prompts, which outlives the sessions: pasted texts are put back into their places. QUERY keeps only prompts that hold these words; it is written as for `clew search`.
         */
        post: operations["prompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what is known about a session
         * @description Title and where it came from, times, folder, branch, model, size, messages, branches, subagents, tokens and cost, whether it is running, and in how many days Claude Code will remove it.
         */
        get: operations["infoGet"];
        put?: never;
        /**
         * Show what is known about a session
         * @description Title and where it came from, times, folder, branch, model, size, messages, branches, subagents, tokens and cost, whether it is running, and in how many days Claude Code will remove it.
         */
        post: operations["info"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the todo lists and tasks of a session
         * @description Shows the todo lists and tasks that the session and its subagents left. When there are no files of them, the last list that the transcript has is shown, and named as such.
         */
        get: operations["todosGet"];
        put?: never;
        /**
         * Show the todo lists and tasks of a session
         * @description Shows the todo lists and tasks that the session and its subagents left. When there are no files of them, the last list that the transcript has is shown, and named as such.
         */
        post: operations["todos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans, or show the plan of a session
         * @description Lists the plans that lie in a configuration folder, each with the sessions that worked by it, and the checkpoints that a desktop client made of sessions. With SESSION prints the plan of that one.
         */
        get: operations["plansGet"];
        put?: never;
        /**
         * List plans, or show the plan of a session
         * @description Lists the plans that lie in a configuration folder, each with the sessions that worked by it, and the checkpoints that a desktop client made of sessions. With SESSION prints the plan of that one.
         */
        post: operations["plans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files that a session changed, at any message
         * @description Claude Code keeps a copy of each file before it changes it, and calls of its tools say what they changed. This lists the files as they were at a message (the last one, unless --at names another), prints one with --cat, or compares with another message or the disk with --diff.
         */
        get: operations["filesGet"];
        put?: never;
        /**
         * List the files that a session changed, at any message
         * @description Claude Code keeps a copy of each file before it changes it, and calls of its tools say what they changed. This lists the files as they were at a message (the last one, unless --at names another), prints one with --cat, or compares with another message or the disk with --diff.
         */
        post: operations["files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subagents of a session
         * @description Lists the subagents in every layout the CLI has used, with the call that started each. `clew show SESSION --agent ID` reads one, also where it has no file of its own (CLI 1.0).
         */
        get: operations["agentsGet"];
        put?: never;
        /**
         * List the subagents of a session
         * @description Lists the subagents in every layout the CLI has used, with the call that started each. `clew show SESSION --agent ID` reads one, also where it has no file of its own (CLI 1.0).
         */
        post: operations["agents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a session's conversation
         * @description Shows the conversation of one branch as a person saw it: messages joined, tool calls with their results, also what lies before compactions. The active branch unless --leaf names another; `clew branches` lists them. With --view context only what a resume would send to the model.
         */
        get: operations["showGet"];
        put?: never;
        /**
         * Show a session's conversation
         * @description Shows the conversation of one branch as a person saw it: messages joined, tool calls with their results, also what lies before compactions. The active branch unless --leaf names another; `clew branches` lists them. With --view context only what a resume would send to the model.
         */
        post: operations["show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow conversations as they grow
         * @description Shows the last messages of a session and then what comes: messages, tool calls that go from pending to done, what each turn cost. Without SESSION the sessions of the folder you are in, when it has some, else all. Runs until it is interrupted, or its output is closed. With --json one event per line, see docs/live.md.
         */
        get: operations["tailGet"];
        put?: never;
        /**
         * Follow conversations as they grow
         * @description Shows the last messages of a session and then what comes: messages, tool calls that go from pending to done, what each turn cost. Without SESSION the sessions of the folder you are in, when it has some, else all. Runs until it is interrupted, or its output is closed. With --json one event per line, see docs/live.md.
         */
        post: operations["tail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a branch without their text
         * @description One row per message, as many as `clew show` prints, in its order and with its numbers: who said it, what it is, how large, and which alternatives there are where the conversation forks. For programs that show a long session page by page.
         */
        get: operations["outlineGet"];
        put?: never;
        /**
         * List the messages of a branch without their text
         * @description One row per message, as many as `clew show` prints, in its order and with its numbers: who said it, what it is, how large, and which alternatives there are where the conversation forks. For programs that show a long session page by page.
         */
        post: operations["outline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what `claude --resume` would send to the model
         * @description Lists exactly the lines that the CLI of that version would send when the session is resumed, in order, and why the conversation ends where it does. Checked against Claude Code 1.0.128, 2.0.73, 2.1.325 and the Agent SDK 0.3.325. With --check the exit code is 1 when a resume will fail or forget, else 0; `clew doctor` gives the same answer.
         */
        get: operations["contextGet"];
        put?: never;
        /**
         * Show what `claude --resume` would send to the model
         * @description Lists exactly the lines that the CLI of that version would send when the session is resumed, in order, and why the conversation ends where it does. Checked against Claude Code 1.0.128, 2.0.73, 2.1.325 and the Agent SDK 0.3.325. With --check the exit code is 1 when a resume will fail or forget, else 0; `clew doctor` gives the same answer.
         */
        post: operations["context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the branches of a session
         * @description Lists the true branches: what edited prompts and rewinds left behind, each with its end, where it forks off, its first own prompt and whether it is active. Forks that are only artefacts of recording (parallel tool calls, hooks, retries) are not listed; --why lists them too, each with the reason.
         */
        get: operations["branchesGet"];
        put?: never;
        /**
         * List the branches of a session
         * @description Lists the true branches: what edited prompts and rewinds left behind, each with its end, where it forks off, its first own prompt and whether it is active. Forks that are only artefacts of recording (parallel tool calls, hooks, retries) are not listed; --why lists them too, each with the reason.
         */
        post: operations["branches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what became of a session
         * @description How the conversation ended, the last prompt and answer, the files that were changed, the commits that were made, the todos that are still open and the errors of the last turn. All of it is read from the transcript, of the branch that a resume continues. Files are those that file tools changed; what commands of the shell changed is not known.
         */
        get: operations["outcomeGet"];
        put?: never;
        /**
         * Show what became of a session
         * @description How the conversation ended, the last prompt and answer, the files that were changed, the commits that were made, the todos that are still open and the errors of the last turn. All of it is read from the transcript, of the branch that a resume continues. Files are those that file tools changed; what commands of the shell changed is not known.
         */
        post: operations["outcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the turns of a session: time, cost and context of each
         * @description A turn is a prompt and all that followed it until the next one. Of each it says when it began and ended, which tools it called, what it cost with the subagents that it started, and how full the context was behind its last answer. --parts says what filled it and lists the largest single texts, --calls every call of a tool with its times. The costs of the turns and what is elsewhere, on other branches, add up to what `clew usage` has for the session.
         */
        get: operations["turnsGet"];
        put?: never;
        /**
         * List the turns of a session: time, cost and context of each
         * @description A turn is a prompt and all that followed it until the next one. Of each it says when it began and ended, which tools it called, what it cost with the subagents that it started, and how full the context was behind its last answer. --parts says what filled it and lists the largest single texts, --calls every call of a tool with its times. The costs of the turns and what is elsewhere, on other branches, add up to what `clew usage` has for the session.
         */
        post: operations["turns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show all changes of a session to files as one diff
         * @description Everything that the tools of a session and of its subagents did to files, as a patch: the difference of each file before and behind all of it where the file was recorded, else what each call changed, one after the other. What commands of the shell changed is not known.
         */
        get: operations["changesGet"];
        put?: never;
        /**
         * Show all changes of a session to files as one diff
         * @description Everything that the tools of a session and of its subagents did to files, as a patch: the difference of each file before and behind all of it where the file was recorded, else what each call changed, one after the other. What commands of the shell changed is not known.
         */
        post: operations["changes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two branches of a session
         * @description Shows what each of two branches has of its own, as clew show does, and counts what both have. A and B name branches by their ends, as clew branches lists them. Without B A is compared with the active branch; without both the session must have two.
         */
        get: operations["diffGet"];
        put?: never;
        /**
         * Compare two branches of a session
         * @description Shows what each of two branches has of its own, as clew show does, and counts what both have. A and B name branches by their ends, as clew branches lists them. Without B A is compared with the active branch; without both the session must have two.
         */
        post: operations["diff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a session's branches
         * @description Draws the tree of messages with its forks. Runs of messages without a fork are drawn as one line.
         */
        get: operations["treeGet"];
        put?: never;
        /**
         * Draw a session's branches
         * @description Draws the tree of messages with its forks. Runs of messages without a fork are drawn as one line.
         */
        post: operations["tree"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages, tokens, tools and time of a session
         * @description Messages are those that clew show prints; all else is of the whole file. Tokens are counted once per API response, however many lines report them; "usage" are the tokens and the cost that `clew usage` has for the session with all its subagents. Active time is the time between lines, pauses of more than five minutes left out.
         */
        get: operations["statsGet"];
        put?: never;
        /**
         * Count messages, tokens, tools and time of a session
         * @description Messages are those that clew show prints; all else is of the whole file. Tokens are counted once per API response, however many lines report them; "usage" are the tokens and the cost that `clew usage` has for the session with all its subagents. Active time is the time between lines, pauses of more than five minutes left out.
         */
        post: operations["stats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print a line of a session as it is in the file
         * @description Prints the line with this uuid, byte for byte.
         */
        get: operations["rawGet"];
        put?: never;
        /**
         * Print a line of a session as it is in the file
         * @description Prints the line with this uuid, byte for byte.
         */
        post: operations["raw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a session file for problems
         * @description Lists torn lines, values of the wrong kind, repeated uuids, missing parents, loops, calls without results and types that Clew does not know, each with its place, and then what of it matters to a resume. `clew doctor` says more of that, and can repair it. The exit code is 1 when a resume will fail or forget, else 0.
         */
        get: operations["checkGet"];
        put?: never;
        /**
         * Check a session file for problems
         * @description Lists torn lines, values of the wrong kind, repeated uuids, missing parents, loops, calls without results and types that Clew does not know, each with its place, and then what of it matters to a resume. `clew doctor` says more of that, and can repair it. The exit code is 1 when a resume will fail or forget, else 0.
         */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say why a session fails, and make a copy that works
         * @description Names what is wrong with a session: the error that it ends with, then everything in its lines that makes a resume fail or forget, with the versions of Claude Code that are affected. With --repair it writes a new session beside the old one in which that is mended, and says what changed, what was lost and how to continue; the old one is never touched. Without SESSION it lists the sessions that need attention. The exit code is 1 when something will fail or forget, or cannot be read, and 0 when nothing will or the repair is done.
         */
        get: operations["doctorGet"];
        put?: never;
        /**
         * Say why a session fails, and make a copy that works
         * @description Names what is wrong with a session: the error that it ends with, then everything in its lines that makes a resume fail or forget, with the versions of Claude Code that are affected. With --repair it writes a new session beside the old one in which that is mended, and says what changed, what was lost and how to continue; the old one is never touched. Without SESSION it lists the sessions that need attention. The exit code is 1 when something will fail or forget, or cannot be read, and 0 when nothing will or the repair is done.
         */
        post: operations["doctor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of a session, and hide or keep them
         * @description Lists every place of a session where a key, token, password or private key stands, in its transcript, those of its subagents and its copies of files, decoded where it must be: with what stands around it, its kind and how sure that is. A secret is never shown whole. All of them are hidden in what is exported, the same one by the same label everywhere; --keep takes one out of that, --hide puts it back. These decisions are remembered as salted hashes. With --output it writes copies without secrets, with --all of all sessions but those you hid.
         */
        get: operations["redactGet"];
        put?: never;
        /**
         * List the secrets of a session, and hide or keep them
         * @description Lists every place of a session where a key, token, password or private key stands, in its transcript, those of its subagents and its copies of files, decoded where it must be: with what stands around it, its kind and how sure that is. A secret is never shown whole. All of them are hidden in what is exported, the same one by the same label everywhere; --keep takes one out of that, --hide puts it back. These decisions are remembered as salted hashes. With --output it writes copies without secrets, with --all of all sessions but those you hid.
         */
        post: operations["redact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find secrets in all sessions
         * @description Looks for keys, tokens, passwords and private keys in all sessions of a project, with --all of all projects, kept ones included, and lists each once with its places, the oldest first, so that it can be changed where it is used. A secret is never shown whole. The exit code is 1 when something was found.
         */
        get: operations["scanGet"];
        put?: never;
        /**
         * Find secrets in all sessions
         * @description Looks for keys, tokens, passwords and private keys in all sessions of a project, with --all of all projects, kept ones included, and lists each once with its places, the oldest first, so that it can be changed where it is used. A secret is never shown whole. The exit code is 1 when something was found.
         */
        post: operations["scan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep or hide secrets of a session in what is exported
         * @description Decides about secrets that `clew redact` lists, by the number of a place, the label of a secret ('github-token 1', in all sessions) or a kind. The narrowest decision counts, and all are remembered as salted hashes. `clew redact --keep` does the same.
         */
        post: operations["decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write a session as Markdown, HTML, lines, a patch, a trace
         * @description Gives a conversation in a form that others read: markdown (calls folded, changes as diffs), html (one file that looks like the page and needs nothing else), text, jsonl (the lines themselves; of the whole file unless --branch or a range is named), csv of messages, patch of all changes to files, atif (Agent Trajectory Interchange Format 1.7) or otlp (OpenTelemetry spans by the GenAI conventions, for OTLP/HTTP in JSON), the last two with subagents, tokens and costs. Secrets are hidden as `clew redact` lists them, by your decisions; --no-redact leaves them in.
         */
        get: operations["exportGet"];
        put?: never;
        /**
         * Write a session as Markdown, HTML, lines, a patch, a trace
         * @description Gives a conversation in a form that others read: markdown (calls folded, changes as diffs), html (one file that looks like the page and needs nothing else), text, jsonl (the lines themselves; of the whole file unless --branch or a range is named), csv of messages, patch of all changes to files, atif (Agent Trajectory Interchange Format 1.7) or otlp (OpenTelemetry spans by the GenAI conventions, for OTLP/HTTP in JSON), the last two with subagents, tokens and costs. Secrets are hidden as `clew redact` lists them, by your decisions; --no-redact leaves them in.
         */
        post: operations["export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find words in all sessions
         * @description Finds messages in all sessions, branches and subagents: all words must be in one message. "a phrase", -without, one OR other, (a OR b), AND, NOT, begin*, ="exact text" and /regex/ work, and so do filters: project: session: role: tool: file: model: branch: is:error since: until: in:title. Hits of one session stand together, the best first.
         */
        get: operations["searchGet"];
        put?: never;
        /**
         * Find words in all sessions
         * @description Finds messages in all sessions, branches and subagents: all words must be in one message. "a phrase", -without, one OR other, (a OR b), AND, NOT, begin*, ="exact text" and /regex/ work, and so do filters: project: session: role: tool: file: model: branch: is:error since: until: in:title. Hits of one session stand together, the best first.
         */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what was said before about a question
         * @description Takes a question in plain words and finds the turns of earlier sessions that hold most of them, also in other forms ("caching" finds "cached"). Of each it says what was asked, what the last answer was, when, on which branch, and how to resume the session. When nothing holds any of the words, sessions with similar words are named.
         */
        get: operations["recallGet"];
        put?: never;
        /**
         * Find what was said before about a question
         * @description Takes a question in plain words and finds the turns of earlier sessions that hold most of them, also in other forms ("caching" finds "cached"). Of each it says what was asked, what the last answer was, when, on which branch, and how to resume the session. When nothing holds any of the words, sessions with similar words are named.
         */
        post: operations["recall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/who": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the sessions that changed a file, or made a commit
         * @description Looks through the calls that are recorded in all sessions, subagents and abandoned branches included: who changed this file with the file tools, or made this commit with Bash. A path counts by its end, so that another machine may have it elsewhere; a whole path on this machine by where it lies in its git repository. With --root team: over everything that others share with you.
         */
        get: operations["whoGet"];
        put?: never;
        /**
         * Find the sessions that changed a file, or made a commit
         * @description Looks through the calls that are recorded in all sessions, subagents and abandoned branches included: who changed this file with the file tools, or made this commit with Bash. A path counts by its end, so that another machine may have it elsewhere; a whole path on this machine by where it lies in its git repository. With --root team: over everything that others share with you.
         */
        post: operations["who"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tokens and cost
         * @description Counts every API response once, however many lines and files repeat it, and applies list prices to it. Models without a known price are shown with their tokens and never guessed. Days are those of your time zone. `usage explain` shows what a session or a message cost, line by line, and what other common ways of counting would give. docs/usage.md has the rules.
         */
        get: operations["usageGet"];
        put?: never;
        /**
         * Count tokens and cost
         * @description Counts every API response once, however many lines and files repeat it, and applies list prices to it. Models without a known price are shown with their tokens and never guessed. Days are those of your time zone. `usage explain` shows what a session or a message cost, line by line, and what other common ways of counting would give. docs/usage.md has the rules.
         */
        post: operations["usage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hide sessions or projects from every list
         * @description Hidden sessions and projects are left out of every list, search and event unless --hidden is given; its whole id still opens it. The note of it is Clew's own; nothing below the root changes. Of several either all are hidden or, when one cannot be found, none.
         */
        post: operations["hide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unhide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show hidden sessions or projects again
         * @description Takes sessions and projects off the list of hidden ones.
         */
        post: operations["unhide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pin sessions, to find them again
         * @description Pinned sessions stand first on the page, and `clew list --pinned` lists them. The note of it is Clew's own; nothing below the root changes.
         */
        post: operations["pin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take pins off sessions
         * @description Pins no more what `clew pin` pinned.
         */
        post: operations["unpin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/remark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write down something about a session
         * @description Keeps a text about a session, which lists show and `clew list --match` finds. Without TEXT it is removed. The note of it is Clew's own; nothing below the root changes.
         */
        post: operations["remark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set or remove the title of a session
         * @description Appends the line that the official SDK appends, so Claude Code shows the title too. Without TITLE your own title is removed, and the session is called by what Claude or its prompts say. Refused while the session is running.
         */
        post: operations["rename"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set or remove the tag of a session
         * @description Appends the line that the official SDK appends. Without TAG the tag is removed. Refused while the session is running.
         */
        post: operations["tag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a session to the trash
         * @description Moves the transcript, its subagents and its folder to Clew's own trash, from where `clew undelete` restores them byte for byte. Refused while it is running.
         */
        post: operations["delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted sessions
         * @description Lists what clew delete moved to the trash, last deleted first, each with its size and the command that restores it.
         */
        get: operations["trashGet"];
        put?: never;
        /**
         * List deleted sessions
         * @description Lists what clew delete moved to the trash, last deleted first, each with its size and the command that restores it.
         */
        post: operations["trash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted session
         * @description Restores the session to where it was. Refused when something else is there now.
         */
        post: operations["undelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build or refresh the search index
         * @description Makes searching fast. The index lies in the cache folder ($XDG_CACHE_HOME/clew) and may be deleted at any time; clew search works without it, and brings it up to date by itself when little has changed. status shows its state, verify checks it, drop removes it.
         */
        post: operations["index"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep every byte of every session, so that none is ever lost
         * @description Claude Code deletes sessions after 30 days. This copies what is new of all transcripts, subagents, tool results, copies of files, todos, plans and typed prompts into a keep of its own: compressed, each byte once, earlier versions of changed files included. Nothing in it is ever changed or removed by itself. What is kept is listed, shown and searched as if it were still there; `clew restore` brings it back. status says what is kept and what is not yet, check reads everything back, verifies it and keeps anew what is damaged but still there, versions lists what a transcript was before it was cut or rewritten, forget removes sessions for good. encrypt seals what this machine keeps, so that who stores the folder learns nothing from it; unlock brings the key of another machine here. The exit code is 1 when something is not safe: not kept (now, status), or damaged (status, check). docs/keep.md says more.
         */
        post: operations["keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a kept session back to the disk
         * @description Writes a session back from the keep, byte for byte, with its subagents, tool results, copies of files and todos: to where it was, or below FOLDER. Its files get the time of now, so that Claude Code does not delete them again at its next start. What is on the disk is never replaced. That of another machine is brought into your own configuration folder, for the folder here that stands for its project: the one of the same path, or the one copy of the same git repository, or the one that --project names, which is remembered.
         */
        post: operations["restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a new Claude Code session
         * @description Starts your own claude with a prompt and shows the answer as it comes. Without a prompt the interactive claude takes over the terminal; from a pipe the prompt is read. Ctrl-C interrupts the turn, and again leaves. With --workspace the session gets a folder of its own: tmp is an empty one, clone a clone of the git repository you are in (clone=PATH: of another one). `clew workspaces` lists and cleans them.
         */
        post: operations["run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a session
         * @description Resumes a session in the folder it belongs to. Without a prompt the interactive claude takes over the terminal; with one it is sent and the answer shown as it comes. --at continues from an earlier line: on the active branch in the same file, where the old branch stays; from an abandoned branch in a copy. A session that is running elsewhere is refused: --fork continues in a copy, --force does it anyway.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an earlier prompt again, edited
         * @description Replaces a prompt and continues from there. On the active branch the new prompt becomes a new branch of the same session, and the old one stays; the first prompt starts a new session; a prompt of an abandoned branch is edited in a copy, as everything is with --fork. Nothing that was written is ever changed. Without PROMPT your $EDITOR opens with the old text. What an editor attached to the old prompt goes with the new one, unless that has a list of its own or --no-context is given. `clew tree` and `clew show --json` name the prompts.
         */
        post: operations["edit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a session, whole or up to a line
         * @description Writes a new session that holds the conversation up to a line, or to its end, in the form of the official SDK: new uuids, and where each line comes from. Any line of any branch will do. The original is not touched.
         */
        post: operations["fork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List or clean the folders made for sessions
         * @description Lists the workspaces that `clew run --workspace` made. clean removes those that hold nothing that exists nowhere else, or the one named; --force removes also what would be lost.
         */
        post: operations["workspaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files of a session's folder, to name them in a prompt
         * @description What can stand behind an @ in a prompt: files and folders below the folder that the session worked in, those first whose names begin with what is asked for. Hidden ones and what programs make (node_modules, build, dist, target) are left out.
         */
        get: operations["pathsGet"];
        put?: never;
        /**
         * List files of a session's folder, to name them in a prompt
         * @description What can stand behind an @ in a prompt: files and folders below the folder that the session worked in, those first whose names begin with what is asked for. Hidden ones and what programs make (node_modules, build, dist, target) are left out.
         */
        post: operations["paths"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations that a running clew serve drives
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        get: operations["conversationsGet"];
        put?: never;
        /**
         * List the conversations that a running clew serve drives
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["conversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a prompt to a driven conversation
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/interrupt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Interrupt the turn of a driven conversation
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["interrupt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a permission request of a driven conversation
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["permission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/configure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change model or permission mode of a driven conversation
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["configure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a driven conversation
         * @description Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that runs.
         */
        post: operations["close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow what happens */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this server is and may do */
        get: operations["server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a cookie for the token */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a code that stands for the token in one login, soon */
        post: operations["loginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description a page of sessions */
        SessionPage: {
            /** @description the folder that was listed, when it was one */
            project: string | null;
            /** @description the sessions, in the order asked for */
            sessions: components["schemas"]["SessionRow"][];
            /** @description sessions without a transcript, with --ghosts */
            ghosts?: components["schemas"]["Ghost"][];
            /** @description asks for the next page */
            nextCursor: string | null;
            /** @description how many were left out */
            leftOut: components["schemas"]["LeftOut"];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a session in a list */
        SessionRow: {
            /** @description the session's id */
            id: string;
            /** @description its title */
            title: string;
            /**
             * @description where the title came from
             * @enum {string}
             */
            titleSource: "none" | "custom" | "ai" | "last-prompt" | "summary" | "first-prompt" | "first-reply";
            /** @description a short name */
            name: string;
            /** @description what was asked first */
            firstPrompt: string | null;
            /**
             * Format: date-time
             * @description time of the first line
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            updatedAt: string | null;
            /**
             * Format: date-time
             * @description time of the file
             */
            modifiedAt: string | null;
            /** @description bytes of the file */
            size: number;
            /** @description the transcript */
            file: string;
            /** @description the folder it worked in */
            cwd: string | null;
            /** @description the title you gave it */
            customTitle: string | null;
            /** @description its tag */
            tag: string | null;
            /** @description the branch of the repository */
            gitBranch: string | null;
            /** @description of Claude Code */
            version: string | null;
            /** @description the last model that answered */
            model: string | null;
            /** @description what it was started from */
            entrypoint: string | null;
            /** @description external: a person or a program; internal: Claude Code itself */
            userType?: string;
            /** @description three words that name its plan */
            slug?: string;
            /** @description messages of the branch that continues, as show prints them */
            messages?: number;
            /** @description it was compacted */
            compacted?: boolean;
            /** @description the session it was forked from */
            forkedFrom?: string;
            /** @description Claude Code made it by itself */
            warmup?: boolean;
            /** @description where it belongs */
            project: components["schemas"]["ProjectRef"];
            /** @description the configuration folder it lies in */
            root: string;
            /** @description it is the transcript of a subagent */
            subagent?: boolean;
            /** @description false: the file is not named by an id */
            namedByUuid?: boolean;
            /** @description the process that works in it */
            running: components["schemas"]["Running"] | null;
            /** @description until Claude Code removes it */
            daysLeft: number | null;
            /** @description it is not on the disk any more, only in the keep */
            kept?: boolean;
            /** @description the other machine that it is of */
            machine?: string;
            /** @description whose it is, of a team */
            person?: string;
            /** @description other machines that have something of it that is not here */
            copies?: components["schemas"]["SessionCopy"][];
            /** @description with --counts: tokens and cost, subagents included */
            usage?: components["schemas"]["UsageAmounts"];
            /** @description you pinned it */
            pinned?: boolean;
            /** @description what you remarked about it */
            remark?: string;
            /** @description it is hidden */
            hidden?: boolean;
            /** @description it is archived */
            archived?: boolean;
            /** @description another file has the same id */
            sameIdElsewhere?: boolean;
            /** @description false: the file cannot be read */
            readable?: boolean;
        };
        /** @description a session, as its own file tells */
        EventRow: {
            /** @description the session's id */
            id: string;
            /** @description its title */
            title: string;
            /**
             * @description where the title came from
             * @enum {string}
             */
            titleSource: "none" | "custom" | "ai" | "last-prompt" | "summary" | "first-prompt" | "first-reply";
            /** @description a short name */
            name: string;
            /** @description what was asked first */
            firstPrompt: string | null;
            /**
             * Format: date-time
             * @description time of the first line
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            updatedAt: string | null;
            /**
             * Format: date-time
             * @description time of the file
             */
            modifiedAt: string | null;
            /** @description bytes of the file */
            size: number;
            /** @description the transcript */
            file: string;
            /** @description the folder it worked in */
            cwd: string | null;
            /** @description the title you gave it */
            customTitle: string | null;
            /** @description its tag */
            tag: string | null;
            /** @description the branch of the repository */
            gitBranch: string | null;
            /** @description of Claude Code */
            version: string | null;
            /** @description the last model that answered */
            model: string | null;
            /** @description what it was started from */
            entrypoint: string | null;
            /** @description external: a person or a program; internal: Claude Code itself */
            userType?: string;
            /** @description three words that name its plan */
            slug?: string;
            /** @description messages of the branch that continues, as show prints them */
            messages?: number;
            /** @description it was compacted */
            compacted?: boolean;
            /** @description the session it was forked from */
            forkedFrom?: string;
            /** @description Claude Code made it by itself */
            warmup?: boolean;
            /** @description where it belongs */
            project: components["schemas"]["ProjectRef"];
            /** @description the configuration folder it lies in */
            root: string;
            /** @description it is the transcript of a subagent */
            subagent?: boolean;
            /** @description false: the file is not named by an id */
            namedByUuid?: boolean;
        };
        /** @description a project */
        ProjectRef: {
            /** @description name of the project's folder */
            key: string;
            /** @description the folder that was worked in */
            path: string | null;
        };
        /** @description what is known about a session */
        SessionFacts: {
            /** @description the session's id */
            id: string;
            /** @description its title */
            title: string;
            /**
             * @description where the title came from
             * @enum {string}
             */
            titleSource: "none" | "custom" | "ai" | "last-prompt" | "summary" | "first-prompt" | "first-reply";
            /** @description a short name */
            name: string;
            /** @description what was asked first */
            firstPrompt: string | null;
            /**
             * Format: date-time
             * @description time of the first line
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            updatedAt: string | null;
            /**
             * Format: date-time
             * @description time of the file
             */
            modifiedAt: string | null;
            /** @description bytes of the file */
            size: number;
            /** @description the transcript */
            file: string;
            /** @description the folder it worked in */
            cwd: string | null;
            /** @description the title you gave it */
            customTitle: string | null;
            /** @description its tag */
            tag: string | null;
            /** @description the branch of the repository */
            gitBranch: string | null;
            /** @description of Claude Code */
            version: string | null;
            /** @description the last model that answered */
            model: string | null;
            /** @description what it was started from */
            entrypoint: string | null;
            /** @description external: a person or a program; internal: Claude Code itself */
            userType?: string;
            /** @description three words that name its plan */
            slug?: string;
            /** @description messages of the branch that continues, as show prints them */
            messages?: number;
            /** @description it was compacted */
            compacted?: boolean;
            /** @description the session it was forked from */
            forkedFrom?: string;
            /** @description Claude Code made it by itself */
            warmup?: boolean;
        };
        /** @description a process that works in a session */
        Running: {
            /**
             * @description what the process does
             * @enum {string}
             */
            status: "busy" | "waiting" | "idle" | "shell" | "unknown";
            /** @description the process */
            pid: number;
            /** @description it is surely the same process */
            certain: boolean;
            /** @description the folder it works in */
            cwd: string | null;
            /**
             * Format: date-time
             * @description when it started
             */
            startedAt: string | null;
        };
        /** @description what another machine has of a session, and this one not */
        SessionCopy: {
            /** @description the machine; MACHINE/ID names its copy */
            machine: string;
            /** @description where it is */
            file: string;
            /** @description it has all that is here, and more; else it went another way */
            continued?: boolean;
        };
        /** @description tokens and money */
        UsageAmounts: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
        };
        /** @description tokens */
        TokenCounts: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
        };
        /** @description money */
        Cost: {
            /** @description list price in US dollars */
            usd: number;
            /** @description false: some responses have no known price */
            complete: boolean;
            /** @description what old lines say themselves */
            reportedUsd?: number;
            /** @description what is made of the same lines here */
            recomputedUsd?: number;
        };
        /** @description a session without a transcript */
        Ghost: {
            /** @description the session's id */
            id: string;
            /** @description the folder it worked in */
            project: string | null;
            /**
             * Format: date-time
             * @description time of its first prompt
             */
            firstAt: string | null;
            /**
             * Format: date-time
             * @description time of its last prompt
             */
            lastAt: string | null;
            /** @description what was typed */
            prompts: components["schemas"]["GhostPrompt"][];
        };
        /** @description a prompt of a session without a transcript */
        GhostPrompt: {
            /** @description what was typed */
            text: string;
            /**
             * Format: date-time
             * @description when
             */
            timestamp: string | null;
        };
        /** @description how many are not shown */
        LeftOut: {
            /** @description transcripts of subagents */
            subagents: number;
            /** @description sessions that only warmed the cache of Claude Code */
            warmups: number;
            /** @description files without a conversation */
            empty: number;
            /** @description hidden sessions */
            hidden: number;
        };
        /** @description something wrong in what was read */
        Finding: {
            /**
             * @description kind of finding
             * @enum {string}
             */
            kind: "bad-line" | "not-an-object" | "too-long" | "too-deep" | "repaired" | "wrong-kind" | "duplicate-key" | "duplicate-uuid" | "missing-parent" | "cycle" | "orphan-result" | "unanswered-call" | "impossible-figure" | "no-root" | "unreadable" | "vanished" | "broken-link" | "same-folder-twice" | "not-an-id" | "not-a-uuid" | "same-id-twice" | "no-conversation" | "damaged" | "rebuilt";
            /** @description the file, where several were read */
            path?: string;
            /** @description number of the line, from 1 */
            line?: number;
            /** @description where the line begins, in bytes */
            offset?: number;
            /** @description its bytes */
            length?: number;
            /** @description in words */
            reason: string;
        };
        /** @description projects */
        ProjectList: {
            /** @description the projects, last used first */
            projects: components["schemas"]["Project"][];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a project */
        Project: {
            /** @description name of the project's folder */
            key: string;
            /** @description the folder that was worked in */
            path: string | null;
            /** @description that folder is there */
            exists: boolean;
            /** @description the path was recorded, and the key is made from it */
            pathFits: boolean;
            /** @description how many sessions it has */
            sessions: number;
            /** @description bytes of their files */
            bytes: number;
            /**
             * Format: date-time
             * @description when it was last used
             */
            updatedAt: string | null;
            /** @description the repository it belongs to */
            repository: string | null;
            /** @description the configuration folder it lies in */
            root: string;
            /** @description where its transcripts are */
            folder: string;
        };
        /** @description labels by which sessions can be filtered */
        SessionLabels: {
            /** @description sessions in all, without hidden ones */
            sessions: number;
            /** @description hidden sessions */
            hidden: number;
            /** @description the folders that were worked in, by name */
            projects: components["schemas"]["LabelCount"][];
            /** @description git branches */
            branches: components["schemas"]["LabelCount"][];
            /** @description models that answered last */
            models: components["schemas"]["LabelCount"][];
            /** @description tags */
            tags: components["schemas"]["LabelCount"][];
            /** @description whose they are, of a team */
            people: components["schemas"]["LabelCount"][];
            /** @description other machines that they are of */
            machines: components["schemas"]["LabelCount"][];
        };
        /** @description something that sessions have in common */
        LabelCount: {
            /** @description what it is */
            name: string;
            /** @description how many sessions have it */
            sessions: number;
        };
        /** @description prompts */
        PromptList: {
            /** @description what was typed, newest first */
            prompts: components["schemas"]["Prompt"][];
            /** @description there are more than the limit allowed */
            more: boolean;
            /** @description lines of the history that could not be read */
            badLines: number;
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a prompt */
        Prompt: {
            /** @description the prompt with pasted texts put in */
            text: string;
            /** @description the prompt as it was typed */
            display: string;
            /**
             * Format: date-time
             * @description when
             */
            timestamp: string | null;
            /** @description the folder it was typed in */
            project: string | null;
            /** @description the session's id */
            session: string | null;
            /** @description pasted texts that are gone */
            missingPastes?: number;
        };
        /** @description a session by itself */
        SessionInfo: {
            /** @description the session's id */
            id: string;
            /** @description its title */
            title: string;
            /**
             * @description where the title came from
             * @enum {string}
             */
            titleSource: "none" | "custom" | "ai" | "last-prompt" | "summary" | "first-prompt" | "first-reply";
            /** @description a short name */
            name: string;
            /** @description what was asked first */
            firstPrompt: string | null;
            /**
             * Format: date-time
             * @description time of the first line
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            updatedAt: string | null;
            /**
             * Format: date-time
             * @description time of the file
             */
            modifiedAt: string | null;
            /** @description bytes of the file */
            size: number;
            /** @description the transcript */
            file: string;
            /** @description the folder it worked in */
            cwd: string | null;
            /** @description the title you gave it */
            customTitle: string | null;
            /** @description its tag */
            tag: string | null;
            /** @description the branch of the repository */
            gitBranch: string | null;
            /** @description of Claude Code */
            version: string | null;
            /** @description the last model that answered */
            model: string | null;
            /** @description what it was started from */
            entrypoint: string | null;
            /** @description external: a person or a program; internal: Claude Code itself */
            userType?: string;
            /** @description three words that name its plan */
            slug?: string;
            /** @description messages of the branch that continues, as show prints them */
            messages?: number;
            /** @description it was compacted */
            compacted?: boolean;
            /** @description the session it was forked from */
            forkedFrom?: string;
            /** @description Claude Code made it by itself */
            warmup?: boolean;
            /** @description the process that works in it */
            running: components["schemas"]["Running"] | null;
            /** @description how many branches it has */
            branches: number;
            /** @description how many subagents it started */
            subagents: number;
            /** @description how many todo lists it left */
            todoLists: number;
            /** @description tokens and cost, subagents included */
            usage?: components["schemas"]["UsageAmounts"];
            /** @description how long answers took, where lines say so (old versions) */
            answersMs?: number;
            /** @description until Claude Code removes it */
            daysLeft: number | null;
            /** @description it is not on the disk any more, only in the keep */
            kept?: boolean;
            /** @description the other machine that it is of */
            machine?: string;
            /** @description whose it is, of a team */
            person?: string;
            /** @description what the settings say about that */
            cleanupPeriodDays: number;
            /** @description the configuration folder it lies in */
            root: string;
            /** @description the file of its plan */
            plan: string | null;
            /** @description the folder of its checkpoints, which a desktop client made */
            timeline: string | null;
            /** @description the session that this is, with another first prompt */
            editedFrom?: string;
            /** @description sessions that are this one with another first prompt */
            editedAs?: string[];
            /** @description the session that this one continues after a compaction */
            continues?: string;
            /** @description sessions that continue this one after a compaction */
            continuedBy?: string[];
        };
        /** @description todo lists */
        TodoLists: {
            /** @description the lists, each with its items */
            lists: components["schemas"]["TodoList"][];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a todo list */
        TodoList: {
            /**
             * @description of which form it is
             * @enum {string}
             */
            kind: "todos" | "tasks";
            /** @description whose list it is */
            agent: string;
            /** @description where it lies: a file of its own, or the transcript */
            file: string;
            /** @description the last call that wrote it, when it is from the transcript */
            uuid?: string;
            /** @description what is on it */
            items: components["schemas"]["Todo"][];
        };
        /** @description a thing to do */
        Todo: {
            /** @description what is to be done */
            text: string;
            /** @description pending, in_progress, completed */
            status: string;
            /** @description its id */
            id: string | null;
            /** @description more about it */
            description: string | null;
            /** @description how urgent it is */
            priority: string | null;
        };
        /** @description plans and checkpoints */
        PlanList: {
            /** @description the plans, last changed first */
            plans: components["schemas"]["Plan"][];
            /** @description with SESSION: the text of its plan */
            content?: string;
            /** @description checkpoints that a desktop client made */
            timelines: components["schemas"]["Timeline"][];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a plan */
        Plan: {
            /** @description its name */
            slug: string;
            /** @description its first line */
            title: string | null;
            /** @description where it lies */
            file: string;
            /** @description the configuration folder it lies in */
            root: string;
            /** @description bytes of the file */
            size: number;
            /**
             * Format: date-time
             * @description time of the file
             */
            modifiedAt: string | null;
            /** @description who worked by it, newest first */
            sessions: components["schemas"]["PlanSession"][];
        };
        /** @description a session that works by a plan */
        PlanSession: {
            /** @description the session's id */
            id: string;
            /** @description a short name */
            name: string;
        };
        /** @description checkpoints of a session */
        Timeline: {
            /** @description the session's id */
            session: string;
            /** @description name of the project's folder */
            project: string;
            /** @description where they lie */
            folder: string;
            /**
             * Format: date-time
             * @description time of the folder
             */
            modifiedAt: string | null;
        };
        /** @description files at a message */
        TrackedFiles: {
            /** @description the message that was asked for */
            at: string | null;
            /** @description the tracked files as they were then */
            files?: components["schemas"]["TrackedFile"][];
            /** @description with --cat: the file */
            path?: string;
            /** @description with --cat: what was in it */
            content?: string;
        };
        /** @description a file at a message */
        TrackedFile: {
            /** @description relative to the session's folder, or absolute */
            path: string;
            /** @description false: there was no such file then */
            existed: boolean;
            /**
             * @description history: Claude Code kept copies; calls: only calls of tools tell
             * @enum {string}
             */
            source: "history" | "calls";
            /** @description calls since the copy, or all of them, that changed it */
            edits: number;
            /** @description name of the kept copy */
            backup: string | null;
            /** @description which copy it is */
            version: number;
            /** @description its bytes; null when they are not known */
            size: number | null;
            /**
             * Format: date-time
             * @description when it was kept or last edited
             */
            backedUpAt: string | null;
            /**
             * @description what this message did to it
             * @enum {string|null}
             */
            change: "added" | "changed" | "dropped" | null;
            /** @description lines of the difference, with --diff; left out when it is not known */
            diff?: string[];
        };
        /** @description subagents */
        SubagentList: {
            /** @description the subagents and who started them */
            agents: components["schemas"]["Subagent"][];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a subagent */
        Subagent: {
            /** @description its id */
            id: string;
            /**
             * @description what it was for
             * @enum {string}
             */
            kind: "task" | "workflow" | "warm-up" | "prompt-suggestion" | "compact" | "side-question";
            /** @description the kind of agent */
            type: string | null;
            /** @description what it was to do */
            description: string | null;
            /** @description the call that started it */
            toolUseId: string | null;
            /** @description its prompt */
            prompt: string | null;
            /** @description the workflow it belongs to */
            workflow: string | null;
            /** @description the session that started it */
            session: string;
            /** @description its transcript; that of the session when it wrote into that */
            file: string;
            /** @description false: its lines are in the session's file */
            ownFile: boolean;
            /** @description bytes of its lines */
            size: number;
            /**
             * Format: date-time
             * @description when it began
             */
            createdAt: string | null;
            /** @description the command that shows it */
            open: string;
        };
        /** @description a conversation, or a part of it */
        Conversation: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description which conversation this is, and why */
            branch: components["schemas"]["BranchPath"];
            /** @description with --at: the line is not among the messages that were asked for */
            elsewhere?: components["schemas"]["Elsewhere"];
            /** @description its messages, oldest first */
            messages: components["schemas"]["Message"][];
            /** @description messages of the whole conversation, the number that list and info say */
            total: number;
            /** @description messages before those shown */
            skippedBefore: number;
            /** @description messages after those shown */
            skippedAfter: number;
            /** @description number of findings about the file */
            findingCount: number;
            /** @description the first of that */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a conversation of a session */
        ShownConversation: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description which conversation this is, and why */
            branch: components["schemas"]["BranchPath"];
        };
        /** @description what is known about a session */
        SessionHead: {
            /** @description the session's id */
            id: string;
            /** @description the transcript */
            file: string;
            /** @description its title */
            title: string;
            /** @description a short name */
            name: string;
            /** @description its tag */
            tag?: string;
            /** @description the folder it worked in */
            cwd?: string;
            /** @description the branch of the repository */
            gitBranch?: string;
            /** @description of Claude Code */
            version?: string;
            /**
             * Format: date-time
             * @description time of the first line
             */
            createdAt?: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            updatedAt?: string | null;
            /** @description the session that this one continues */
            continues?: components["schemas"]["Continues"];
            /** @description lines of the file */
            lines: number;
            /** @description bytes of the file */
            bytes: number;
        };
        /** @description a session that continues another */
        Continues: {
            /** @description the line it continues from */
            leaf: string;
            /** @description what happened before */
            summary: string;
        };
        /** @description a branch and why it is taken */
        BranchPath: {
            /** @description the summary that names the branch */
            summary: string | null;
            /** @description the tracked files along it, as `clew files --at` reads them */
            fileSnapshots: components["schemas"]["FileSnapshot"][];
            /**
             * @description whose rules found it
             * @enum {string}
             */
            rules: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
            /** @description its last line */
            tip: string | null;
            /** @description why this one */
            reason: string;
            /** @description why a resume would not start */
            refused: string | null;
        };
        /** @description what belongs to a branch */
        BranchExtras: {
            /** @description the summary that names the branch */
            summary: string | null;
            /** @description the tracked files along it, as `clew files --at` reads them */
            fileSnapshots: components["schemas"]["FileSnapshot"][];
        };
        /** @description what is known of the files since a message */
        FileSnapshot: {
            /** @description the message */
            message: string;
            /** @description the files it tells of */
            files: components["schemas"]["FileChange"][];
        };
        /** @description what a message changed in what is known of a file */
        FileChange: {
            /** @description the file, relative to the session's folder or absolute */
            path: string;
            /**
             * @description what was done
             * @enum {string}
             */
            change: "added" | "changed" | "dropped";
            /** @description number of the copy */
            version: number;
            /** @description name of the copy; null: there was no file */
            backup: string | null;
        };
        /** @description how to ask for the lines that hold the one of --at */
        Elsewhere: {
            /** @description the end of its branch, for --leaf */
            leaf?: string;
            /** @description the subagent that wrote it into the session's file, for --agent */
            agent?: string;
            /** @description it is not meant to be read, as with --meta */
            meta?: boolean;
        };
        /** @description a message */
        Message: {
            /** @description its first line */
            uuid: string | null;
            /**
             * @description who speaks
             * @enum {string}
             */
            role: "user" | "assistant" | "system";
            /**
             * @description what it is
             * @enum {string}
             */
            kind: "prompt" | "queued" | "command" | "command-output" | "shell" | "shell-output" | "notification" | "interruption" | "hook-feedback" | "meta" | "compact-summary" | "compaction" | "notice" | "answer" | "api-error" | "orphan-result" | "attachment";
            /** @description its text */
            text: string;
            /** @description the text's size, when it was cut */
            textBytes?: number;
            /** @description what the model thought */
            thought: string;
            /** @description its size, when it was cut */
            thoughtBytes?: number;
            /** @description it thought, but not for us */
            thoughtHidden?: boolean;
            /** @description calls with their results */
            tools: components["schemas"]["ToolCall"][];
            /**
             * Format: date-time
             * @description of its first line
             */
            timestamp: string | null;
            /** @description pictures and documents */
            parts?: components["schemas"]["MediaPart"][];
            /** @description the person's own words, when an editor put something around them */
            prompt?: string;
            /** @description what the editor put there */
            contextRefs?: components["schemas"]["ContextRef"][];
            /** @description the same as the editor wrote it */
            contexts?: unknown[];
            /** @description of a boundary */
            compaction?: components["schemas"]["Compaction"];
            /** @description of a line with which a run began or ended */
            run?: components["schemas"]["RunNote"];
            /** @description who answered */
            model?: string;
            /** @description id of the answer */
            messageId?: string;
            /** @description id of the request */
            requestId?: string;
            /** @description tokens of the answer */
            usage?: components["schemas"]["MessageUsage"];
            /** @description what the answer cost, where its lines say so (old versions) */
            costUsd?: number;
            /** @description how long the answer took, where its lines say so (old versions) */
            durationMs?: number;
            /** @description its lines */
            entries: string[];
            /** @description number of its first line */
            line: number;
        };
        /** @description a call of a tool */
        ToolCall: {
            /** @description id of the call */
            id: string;
            /** @description the tool */
            name: string;
            /**
             * @description how far it is
             * @enum {string}
             */
            state: "pending" | "success" | "failed";
            /** @description what it was given */
            input: unknown;
            /** @description its size, when it was left out */
            inputBytes?: number;
            /** @description what the model saw of it */
            result: string | null;
            /** @description its size, when it was cut */
            resultBytes?: number;
            /** @description pictures and documents */
            parts?: components["schemas"]["MediaPart"][];
            /** @description the result as the tool gave it */
            structured?: unknown;
            /** @description its size, when it was left out */
            structuredBytes?: number;
            /** @description how long it took */
            durationMs?: number;
            /** @description the subagent it started */
            agent?: string;
            /** @description the line of the call */
            callUuid: string | null;
            /** @description the line of the result */
            resultUuid: string | null;
            /** @description further results of the same call */
            repeatedResults?: number;
            /** @description the file that holds the whole result */
            storedAt?: string;
        };
        /** @description a picture or document */
        MediaPart: {
            /**
             * @description what it is
             * @enum {string}
             */
            type: "image" | "document" | "reference" | "unknown";
            /** @description such as image/png */
            mediaType: string;
            /** @description its size */
            bytes: number;
            /** @description the line that holds it */
            uuid: string | null;
        };
        /** @description something that an editor attached */
        ContextRef: {
            /** @description what it refers to */
            kind: string;
            /** @description a sign for it */
            icon: string;
            /** @description a name for it */
            label: string;
            /** @description the file */
            path?: string;
            /** @description the address */
            url?: string;
            /** @description how many */
            count?: number;
            /** @description where in the file */
            line?: number;
        };
        /** @description a compaction */
        Compaction: {
            /** @description who asked for it */
            trigger?: string;
            /** @description tokens before it */
            tokensBefore?: number;
            /** @description tokens after it, or what the next answer was given */
            tokensAfter?: number;
            /** @description how long it took */
            durationMs?: number;
            /** @description the command that asked for it */
            command?: string;
            /** @description what the command answered */
            confirmation?: string;
            /** @description messages that were kept */
            preservedMessages: number;
        };
        /** @description with what a run of Claude Code began, or how a turn ended */
        RunNote: {
            /** @description who answers */
            model?: string;
            /** @description where it works */
            cwd?: string;
            /** @description what it may do unasked */
            permissionMode?: string;
            /** @description of Claude Code */
            version?: string;
            /** @description how many tools it has */
            tools?: number;
            /** @description how many MCP servers */
            mcpServers?: number;
            /** @description how it ended: success, error_max_turns, ... */
            outcome?: string;
            /** @description it ended with an error */
            failed?: boolean;
            /** @description how many turns it took */
            turns?: number;
            /** @description how long it took */
            durationMs?: number;
            /** @description how long of that the API */
            apiMs?: number;
            /** @description what it cost, as Claude Code says */
            costUsd?: number;
            /** @description what went wrong */
            error?: string;
        };
        /** @description tokens of an answer */
        MessageUsage: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
        };
        /** @description something that happened */
        Event: {
            /**
             * @description what happened
             * @enum {string}
             */
            type: "session.added" | "session.changed" | "session.appended" | "session.branch" | "session.removed" | "session.running" | "drive" | "resync" | "tail.start";
            /** @description its number, which grows */
            sequence: number;
            /** @description the session's id */
            session?: string;
            /** @description the folder it works in */
            project?: string;
            /** @description the transcript */
            file?: string;
            /** @description the subagent whose file it is */
            agent?: string;
            /** @description changed: the file is no longer what it was */
            reload?: boolean;
            /** @description added, changed: the facts */
            row?: components["schemas"]["EventRow"];
            /** @description appended: how many lines came */
            lines?: number;
            /** @description appended: where in the file these lines begin; other than where you read to, something is missing */
            from?: number;
            /** @description appended: bytes of the file reported so far */
            size?: number;
            /** @description appended: how many of the messages are new; the others have grown */
            added?: number;
            /** @description appended: the last line of the conversation */
            tip?: string | null;
            /** @description appended: the conversation may have left its branch: ask again */
            mayHaveForked?: boolean;
            /** @description appended, tail.start: messages that are new or have grown */
            messages?: components["schemas"]["Message"][];
            /** @description appended: earlier calls that got their results */
            tools?: components["schemas"]["ToolUpdate"][];
            /** @description appended: the model ended its turn */
            turn?: components["schemas"]["Turn"];
            /** @description branch, resync: why */
            reason?: string;
            /** @description branch: where it stood */
            previousTip?: string | null;
            /** @description running: the process, or null when it has ended */
            running?: components["schemas"]["Running"] | null;
            /** @description tail.start: the title */
            title?: string;
            /** @description the conversation */
            conversation?: string;
            /** @description what it said */
            event?: components["schemas"]["DriveEvent"];
            /**
             * @description alone: lines were lost, because nobody took them
             * @enum {string}
             */
            kind?: "lost";
        };
        /** @description what every event has */
        EventHead: {
            /**
             * @description what happened
             * @enum {string}
             */
            type: "session.added" | "session.changed" | "session.appended" | "session.branch" | "session.removed" | "session.running" | "drive" | "resync" | "tail.start";
            /** @description its number, which grows */
            sequence: number;
            /** @description the session's id */
            session?: string;
            /** @description the folder it works in */
            project?: string;
            /** @description the transcript */
            file?: string;
        };
        /** @description a result that came */
        ToolUpdate: {
            /** @description the message that has the call */
            message: string | null;
            /** @description the call with its result */
            tool: components["schemas"]["ToolCall"];
        };
        /** @description what a turn took */
        Turn: {
            /** @description list price in US dollars */
            costUsd: number | null;
            /** @description the same for people */
            costText?: string;
            /** @description responses of the API */
            responses: number;
            /** @description calls of tools */
            tools: number;
            /** @description how long it took */
            durationMs?: number;
            /** @description its tokens */
            tokens: components["schemas"]["MessageUsage"];
        };
        /** @description something that a driven conversation said */
        DriveEvent: {
            /**
             * @description what it is
             * @enum {string}
             */
            kind: "started" | "init" | "message-start" | "block-start" | "delta" | "block-stop" | "message-stop" | "message" | "permission-request" | "permission-gone" | "status" | "retry" | "report" | "control-reply" | "finding" | "result" | "ended";
            /** @description the session's id */
            session?: string;
            /** @description the call of the subagent that speaks */
            parentTool?: string;
            /** @description started: the process */
            pid?: number;
            /** @description started, init: where it works */
            folder?: string;
            /** @description started: what was run */
            command?: string[];
            /** @description init, message-start: who answers */
            model?: string;
            /** @description init, status: the permission mode */
            mode?: string;
            /** @description init: of Claude Code */
            version?: string;
            /** @description init: the tools */
            tools?: string[];
            /** @description init: the slash commands */
            commands?: string[];
            /** @description message-start: id of the answer */
            messageId?: string;
            /** @description block-start, delta, block-stop: which block */
            index?: number;
            /** @description block-start: its type */
            block?: string;
            /** @description block-start: id of the call */
            toolId?: string;
            /** @description block-start: the tool */
            toolName?: string;
            /** @description delta: text, thinking or tool-input; finding: which */
            what?: string;
            /** @description delta, report, finding, result: the text */
            text?: string;
            /** @description message-stop, result: why it ended */
            stopReason?: string;
            /** @description message: as history has it */
            message?: components["schemas"]["Message"];
            /** @description id of the question */
            request?: string;
            /** @description what wants to run */
            tool?: string;
            /** @description id of the call */
            toolUse?: string;
            /** @description the question in short */
            title?: string;
            /** @description the question */
            description?: string;
            /** @description why it is asked */
            reason?: string;
            /** @description the path that needs it */
            blockedPath?: string;
            /** @description what the tool would get */
            input?: unknown;
            /** @description what could be allowed for good */
            suggestions?: unknown;
            /** @description permission-gone: who answered */
            why?: string;
            /** @description status: a text; retry: the number of the error */
            status?: unknown;
            /** @description retry: which */
            attempt?: number;
            /** @description retry: of how many */
            most?: number;
            /** @description retry: in how long */
            delayMs?: number;
            /** @description retry, control-reply: what went wrong */
            error?: string;
            /** @description report: the line's type */
            type?: string;
            /** @description report, result: its subtype */
            subtype?: string;
            /** @description report: false when Clew does not know it */
            known?: boolean;
            /** @description report: the line itself */
            line?: unknown;
            /** @description control-reply: it was done */
            ok?: boolean;
            /** @description control-reply: what came back */
            response?: unknown;
            /** @description result: the turn failed */
            isError?: boolean;
            /** @description result: what went wrong; ended: the program's last words */
            errors?: unknown;
            /** @description result: what the session cost so far */
            costUsd?: number;
            /** @description result: how many */
            turns?: number;
            /** @description result: how long it took */
            durationMs?: number;
            /** @description result: how long the API took */
            apiMs?: number;
            /** @description result: tokens, as claude says it */
            usage?: unknown;
            /** @description result: what was not allowed */
            denials?: unknown;
            /** @description result: uuids of the prompts that it answers */
            prompts?: string[];
            /** @description result: what began the turn, where claude says it */
            origin?: string;
            /** @description ended: the exit code */
            code?: number;
            /** @description ended: the signal */
            signal?: number;
            /** @description ended: it was asked to */
            asked?: boolean;
            /** @description ended: before the turn was over */
            midTurn?: boolean;
        };
        /** @description a conversation in short */
        Outline: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description which conversation this is, and why */
            branch: components["schemas"]["BranchPath"];
            /** @description a line for each message, without its text */
            messages: components["schemas"]["OutlineRow"][];
        };
        /** @description a message in short */
        OutlineRow: {
            /** @description its number, for --offset */
            index: number;
            /** @description its first line */
            uuid: string | null;
            /**
             * @description who speaks
             * @enum {string}
             */
            role: "user" | "assistant" | "system";
            /**
             * @description what it is
             * @enum {string}
             */
            kind: "prompt" | "queued" | "command" | "command-output" | "shell" | "shell-output" | "notification" | "interruption" | "hook-feedback" | "meta" | "compact-summary" | "compaction" | "notice" | "answer" | "api-error" | "orphan-result" | "attachment";
            /**
             * Format: date-time
             * @description of its first line
             */
            timestamp: string | null;
            /** @description what its lines take in the file */
            bytes: number;
            /** @description a resume would send it to the model */
            sent: boolean;
            /** @description how many calls it has */
            tools?: number;
            /** @description how many of them failed */
            failed?: number;
            /** @description how a prompt begins */
            preview?: string;
            /** @description all ways that continue before it, oldest first */
            alternatives?: components["schemas"]["Alternative"][];
        };
        /** @description another way that the conversation went */
        Alternative: {
            /** @description its first line */
            uuid: string | null;
            /** @description its last line, for --leaf */
            tip: string | null;
            /**
             * Format: date-time
             * @description of its first line
             */
            timestamp: string | null;
            /** @description it is the one shown */
            current: boolean;
        };
        /** @description what a resume would send */
        Context: {
            /** @description the summary that names the branch */
            summary: string | null;
            /** @description the tracked files along it, as `clew files --at` reads them */
            fileSnapshots: components["schemas"]["FileSnapshot"][];
            /**
             * @description whose rules found it
             * @enum {string}
             */
            rules: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
            /** @description the line where a resume continues */
            tip: string | null;
            /** @description why there */
            reason: string;
            /** @description uuids of the lines that would be sent */
            entries: string[];
            /** @description why nothing would be */
            refused: string | null;
            /** @description lines that would be loaded */
            loaded: number;
            /** @description lines of the file that a resume could send: prompts, answers, attachments, notes */
            conversationLines: number;
            /** @description with --check: a resume fails or forgets; what `clew doctor` says */
            willFail?: boolean;
            /** @description with --check: what the API would refuse of it */
            refusals?: components["schemas"]["ApiRefusal"][];
            /** @description with --check: why it fails or forgets, by the rules of 2.1 */
            alarms?: components["schemas"]["FoundDefect"][];
            /** @description with --messages: what would be sent */
            messages?: components["schemas"]["ApiMessage"][];
        };
        /** @description what the API would not take */
        ApiRefusal: {
            /** @description number of the rule in docs/doctor.md */
            rule: number;
            /** @description what is wrong, by its short name there */
            class: string;
            /** @description false: Claude Code mends it on the way, or it is not certain to be refused */
            fatal: boolean;
            /** @description number of the line */
            line?: number;
            /** @description in the words of the API */
            message: string;
        };
        /** @description something that is wrong with a session */
        FoundDefect: {
            /** @description its short name in docs/doctor.md */
            class: string;
            /** @description the same in words */
            name: string;
            /** @description whether a resume by Claude Code 2.1 fails or forgets */
            alarm: boolean;
            /**
             * @description how sure this is
             * @enum {string}
             */
            sure: "certain" | "likely" | "possible";
            /** @description what is wrong */
            what: string;
            /** @description what is particular to this file */
            detail?: string;
            /** @description in how many places */
            count: number;
            /** @description numbers of the first of these lines */
            lines: number[];
            /** @description which versions are affected */
            versions: string;
            /** @description what 2.1 does about a note */
            by21?: string;
            /**
             * @description whether 2.1 copes with it by itself
             * @enum {string}
             */
            heals: "yes" | "partly" | "no" | "unknown";
            /** @description what the API says to it */
            api?: string;
            /** @description what a repair does about it */
            repair?: string;
            /** @description it is repaired only when it is named with --only */
            onRequest?: boolean;
            /** @description the ends that a repair can continue from: one has to be named with --leaf */
            ends?: string[];
            /** @description what a person can do */
            cure?: string;
        };
        /** @description a message as an API takes it */
        ApiMessage: {
            /**
             * @description who speaks
             * @enum {string}
             */
            role: "user" | "assistant";
            /** @description a list of content blocks */
            content: unknown[];
        };
        /** @description the branches */
        BranchList: {
            /** @description the branches, the active first */
            branches: components["schemas"]["Branch"][];
            /** @description with --why: every fork of the lines, and what it is */
            forks?: components["schemas"]["Fork"][];
        };
        /** @description a branch */
        Branch: {
            /** @description its last line, for --leaf */
            tip: string | null;
            /** @description it is the one that continues */
            active: boolean;
            /** @description why it is there */
            reason: string;
            /** @description the last line it shares with the active one */
            fork: string | null;
            /** @description the first prompt of its own */
            prompt: string;
            /** @description the line of that */
            promptUuid: string | null;
            /** @description messages on the whole way, as show prints them */
            messages: number;
            /** @description those from the fork on */
            ownMessages: number;
            /**
             * Format: date-time
             * @description time of its first own line
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description time of its last line
             */
            updatedAt: string | null;
            /** @description a summary that names its end */
            summary: string | null;
        };
        /** @description a place where the lines of the file fork */
        Fork: {
            /** @description the line that both ways hang on; null: a further root */
            at: string | null;
            /** @description the first line of the way that leaves */
            uuid: string | null;
            /** @description its number in the file */
            line: number;
            /**
             * @description why it is a branch, or none
             * @enum {string}
             */
            reason: "branch" | "subagent" | "compaction" | "parallel-calls" | "same-message" | "retry" | "command" | "side-lines" | "meta" | "missing-parent" | "loop";
            /** @description the same in a sentence */
            explanation: string;
        };
        /** @description what became of a session */
        SessionOutcome: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description which conversation this is of, and why */
            branch: components["schemas"]["BranchPath"];
            /** @description how many branches the session has */
            branches: number;
            /**
             * @description how the conversation ended
             * @enum {string}
             */
            end: "answered" | "unfinished" | "interrupted" | "failed" | "empty";
            /** @description the last prompt */
            prompt: string | null;
            /** @description its line */
            promptUuid: string | null;
            /** @description the last answer that says something */
            answer: string | null;
            /** @description its first line */
            answerUuid: string | null;
            /**
             * Format: date-time
             * @description when
             */
            answeredAt: string | null;
            /** @description files changed, in the order of their first change */
            files: components["schemas"]["ChangedFile"][];
            /** @description commits made with Bash, oldest first; amended ones once */
            commits: components["schemas"]["SessionCommit"][];
            /** @description todos and tasks that are still open */
            todos: components["schemas"]["OpenTodo"][];
            /** @description errors of the last turn, oldest first, at most the last five */
            errors: components["schemas"]["EndError"][];
            /** @description the command that resumes the session; null when claude would not */
            resume: string | null;
        };
        /** @description a file that the session or one of its subagents changed with its file tools */
        ChangedFile: {
            /** @description as the calls name it */
            path: string;
            /** @description how many calls changed it */
            edits: number;
            /** @description lines added by them */
            added: number;
            /** @description lines removed by them */
            removed: number;
            /** @description it did not exist before */
            created: boolean;
        };
        /** @description a commit that the session made */
        SessionCommit: {
            /** @description as git printed it; null when that was not recorded */
            hash: string | null;
            /** @description the branch it was made on */
            gitBranch: string | null;
            /** @description first line of its message */
            subject: string;
            /** @description files changed */
            files: number;
            /** @description lines added */
            insertions: number;
            /** @description lines removed */
            deletions: number;
            /** @description the line of the call */
            uuid: string | null;
            /**
             * Format: date-time
             * @description of that line
             */
            timestamp: string | null;
        };
        /** @description something planned that was not completed */
        OpenTodo: {
            /** @description what is to be done */
            text: string;
            /** @description pending or in_progress, as written */
            status: string;
        };
        /** @description an error of the last turn */
        EndError: {
            /** @description the tool that failed, or API */
            what: string;
            /** @description what it said, cut */
            text: string;
            /** @description the line of the call or the error */
            uuid: string | null;
        };
        /** @description a conversation turn by turn */
        TurnList: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description which conversation this is, and why */
            branch: components["schemas"]["BranchPath"];
            /** @description the turns, oldest first */
            turns: components["schemas"]["SessionTurn"][];
            /** @description milliseconds of work in the session, without pauses */
            activeMs: number;
            /** @description tokens and cost of the session, as `clew usage` has them */
            usage?: components["schemas"]["UsageAmounts"];
            /** @description the part of that which is in none of these turns: other branches */
            elsewhere?: components["schemas"]["UsageAmounts"];
            /** @description with --parts: the largest texts, largest first */
            largest?: components["schemas"]["ContextItem"][];
        };
        /** @description a prompt and all that followed it */
        SessionTurn: {
            /** @description number of its first message, for --offset */
            index: number;
            /** @description the line of that */
            uuid: string | null;
            /** @description how the prompt begins */
            prompt: string;
            /**
             * Format: date-time
             * @description time of its first line
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description time of its last line
             */
            endedAt: string | null;
            /** @description milliseconds between them */
            durationMs: number;
            /** @description how many messages it has */
            messages: number;
            /** @description who answered last */
            model: string | null;
            /** @description tokens and cost, those of the subagents that it started included */
            usage?: components["schemas"]["UsageAmounts"];
            /** @description tokens in the context behind its last answer */
            contextTokens?: number;
            /** @description how many fit, where that is known */
            windowTokens?: number;
            /** @description the context was compacted in it */
            compacted?: boolean;
            /** @description tokens before the compaction */
            tokensBefore?: number;
            /** @description tokens behind it */
            tokensAfter?: number;
            /** @description its calls, by tool */
            tools: components["schemas"]["ToolCount"][];
            /** @description with --parts: what it brought into the context */
            parts?: components["schemas"]["TurnPart"][];
            /** @description with --calls: its calls of tools, in their order */
            calls?: components["schemas"]["TurnCall"][];
        };
        /** @description a tool's calls */
        ToolCount: {
            /** @description the tool */
            name: string;
            /** @description how often it was called */
            calls: number;
            /** @description how often it failed */
            failed: number;
        };
        /** @description what a turn brought into the context, of one kind */
        TurnPart: {
            /**
             * @description what it is
             * @enum {string}
             */
            what: "prompt" | "answer" | "thinking" | "tool" | "attachment" | "summary" | "other";
            /** @description the tool, or the type of an attachment */
            name?: string;
            /** @description how many there are */
            items: number;
            /** @description bytes of their text */
            bytes: number;
            /** @description about so many tokens, four bytes each */
            tokens: number;
        };
        /** @description a call of a tool in its turn */
        TurnCall: {
            /** @description id of the call */
            id: string;
            /** @description the tool */
            name: string;
            /** @description what it was about */
            label: string;
            /** @description the line of the call */
            uuid: string | null;
            /**
             * Format: date-time
             * @description time of that line
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description time of its result
             */
            endedAt: string | null;
            /**
             * @description how far it is
             * @enum {string}
             */
            state: "pending" | "success" | "failed";
            /** @description the subagent it started */
            agent?: string;
            /** @description bytes of call and result */
            bytes: number;
        };
        /** @description a text in the context */
        ContextItem: {
            /**
             * @description what it is
             * @enum {string}
             */
            what: "prompt" | "answer" | "thinking" | "tool" | "attachment" | "summary" | "other";
            /** @description the tool, or the type of an attachment */
            name?: string;
            /** @description how it begins, or what the call was about */
            label: string;
            /** @description its line */
            uuid: string | null;
            /** @description in which turn, from 1 */
            turn: number;
            /** @description bytes of its text */
            bytes: number;
            /** @description about so many tokens, four bytes each */
            tokens: number;
            /** @description a resume would send it to the model */
            sent: boolean;
        };
        /** @description everything that a session did to files */
        SessionChanges: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description the files, in the order of their first change */
            files: components["schemas"]["FileDiff"][];
            /** @description with --steps: every change, oldest first */
            steps?: components["schemas"]["ChangeStep"][];
        };
        /** @description a file that a session changed */
        FileDiff: {
            /** @description relative to the session's folder, or absolute */
            path: string;
            /** @description it did not exist before */
            created: boolean;
            /** @description the difference of the file before and behind all calls; else what each of them changed, one after the other, because the file itself was not recorded */
            whole: boolean;
            /** @description how many calls changed it */
            edits: number;
            /** @description lines added */
            added: number;
            /** @description lines removed */
            removed: number;
            /** @description lines of the difference */
            diff: string[];
        };
        /** @description a call that changed a file */
        ChangeStep: {
            /** @description relative to the session's folder, or absolute */
            path: string;
            /** @description the tool */
            tool: string;
            /** @description in which turn of `clew turns`, from 1; 0: in none */
            turn: number;
            /** @description the line of the call */
            uuid: string | null;
            /** @description the subagent that made it */
            agent?: string;
            /**
             * Format: date-time
             * @description of that line
             */
            timestamp: string | null;
            /** @description lines added */
            added: number;
            /** @description lines removed */
            removed: number;
            /** @description lines of the difference */
            diff: string[];
        };
        /** @description two branches of a session, compared */
        BranchDiff: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description messages that both have, from the first on */
            shared: number;
            /** @description the last line of these */
            fork: string | null;
            /** @description the first branch */
            a: components["schemas"]["BranchPath"];
            /** @description messages that only the first has */
            onlyA: components["schemas"]["Message"][];
            /** @description the second branch */
            b: components["schemas"]["BranchPath"];
            /** @description messages that only the second has */
            onlyB: components["schemas"]["Message"][];
        };
        /** @description the tree of messages */
        MessageTree: {
            /** @description all messages, a parent before its children */
            messages: components["schemas"]["TreeMessage"][];
        };
        /** @description a message in the tree */
        TreeMessage: {
            /** @description its number */
            id: number;
            /** @description the message before it */
            parent: number | null;
            /** @description its first line */
            uuid: string;
            /** @description user, assistant, system, or prelude for lines before the first message */
            role: string;
            /**
             * Format: date-time
             * @description of its first line
             */
            timestamp: string | null;
            /** @description it is on the active branch */
            active: boolean;
            /** @description false: an end of nothing but commands */
            conversation: boolean;
            /** @description how a prompt off the shown way begins, with --previews */
            preview?: string;
        };
        /** @description counts of a session */
        SessionStats: {
            /** @description what is known about the session */
            session: components["schemas"]["SessionHead"];
            /** @description messages of the branch that continues, as show prints them */
            messages: number;
            /**
             * Format: date-time
             * @description time of the first line
             */
            firstAt: string | null;
            /**
             * Format: date-time
             * @description time of the last line
             */
            lastAt: string | null;
            /** @description milliseconds between them */
            wallMs: number;
            /** @description the same without pauses */
            activeMs: number;
            /** @description tokens and cost as `clew usage` has them, all subagents included */
            usage?: components["schemas"]["UsageAmounts"];
            /** @description counts of the session itself */
            main: components["schemas"]["ThreadStats"];
            /** @description counts of subagents inside the file */
            subagents: components["schemas"]["ThreadStats"];
        };
        /** @description counts */
        ThreadStats: {
            /** @description prompts that were typed */
            prompts: number;
            /** @description prompts that waited for a turn */
            queued: number;
            /** @description slash commands */
            commands: number;
            /** @description commands for the shell */
            shell: number;
            /** @description turns that were interrupted */
            interruptions: number;
            /** @description turns */
            turns: number;
            /** @description answers of the model */
            answers: number;
            /** @description answers with thoughts */
            thinking: number;
            /** @description calls of tools */
            toolCalls: number;
            /** @description their results */
            toolResults: number;
            /** @description results that are errors */
            failedTools: number;
            /** @description pictures */
            images: number;
            /** @description compactions */
            compactions: number;
            /** @description errors of the API */
            apiErrors: number;
            /** @description requests that were repeated */
            apiRetries: number;
            /** @description tokens, once per answer */
            tokens: components["schemas"]["TokenCounts"];
            /** @description by tool */
            tools: components["schemas"]["ToolCount"][];
            /** @description by model */
            models: components["schemas"]["ModelCount"][];
        };
        /** @description a model's answers */
        ModelCount: {
            /** @description the model */
            name: string;
            /** @description its answers */
            responses: number;
            /** @description their tokens */
            tokens: components["schemas"]["TokenCounts"];
        };
        /** @description findings about a transcript */
        FileCheck: {
            /** @description the transcript */
            file: string;
            /** @description how many lines it has */
            lines: number;
            /** @description number of findings */
            findingCount: number;
            /** @description each with its place; not all when there are very many */
            findings: components["schemas"]["Finding"][];
            /** @description what of it matters to a resume, alarms first */
            defects: components["schemas"]["FoundDefect"][];
            /** @description types that Clew does not know */
            unknown: components["schemas"]["UnknownType"][];
        };
        /** @description a type that Clew does not know */
        UnknownType: {
            /** @description the type */
            what: string;
            /** @description of Claude Code */
            version: string;
            /** @description how often */
            count: number;
        };
        /** @description what is wrong, and what was done about it */
        DoctorAnswer: {
            /** @description of one session */
            session?: components["schemas"]["SessionHealth"];
            /** @description with --repair: the copy */
            copy?: components["schemas"]["RepairedCopy"];
            /** @description without a session: those that need attention */
            sessions?: components["schemas"]["AilingSession"][];
            /** @description without a session: what is wrong with folders */
            folders?: components["schemas"]["RootNote"][];
            /** @description without a session: how many there are */
            lookedAt?: number;
        };
        /** @description what is wrong with a session */
        SessionHealth: {
            /** @description the transcript */
            file: string;
            /** @description it is open in a terminal */
            running: boolean;
            /** @description a resume by Claude Code 2.1 fails or forgets */
            willFail: boolean;
            /** @description what to do; where there are several, one of them */
            commands?: string[];
            /** @description why a repair does not help */
            whyNot?: string;
            /** @description the command that makes a copy which ends before the error */
            goBack?: string;
            /** @description the error that it ends with */
            error: components["schemas"]["LastError"] | null;
            /** @description what is wrong, alarms first */
            defects: components["schemas"]["FoundDefect"][];
            /** @description what each version would do */
            versions: components["schemas"]["Verdict"][];
        };
        /** @description the error that a session ends with */
        LastError: {
            /** @description in the words of the API */
            text: string;
            /** @description its line */
            line: number;
            /** @description how often it came in a row */
            times: number;
            /** @description what it tells */
            classes: string[];
        };
        /** @description what a version of Claude Code would do with a session */
        Verdict: {
            /**
             * @description which version
             * @enum {string}
             */
            rules: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
            /** @description why it would not start */
            refused?: string;
            /** @description what the API would answer first */
            api?: string;
        };
        /** @description a repaired copy of a session */
        RepairedCopy: {
            /** @description nothing was written */
            dryRun: boolean;
            /** @description id of the copy */
            session: string;
            /** @description its file */
            file: string | null;
            /** @description the command that continues it */
            resume: string;
            /** @description what is different */
            changes: components["schemas"]["RepairChange"][];
            /** @description lines that are new */
            addedLines: number;
            /** @description lines that are not in it */
            leftOutLines: number;
            /** @description lines that are no longer sent: they are behind a compaction */
            asideLines?: number;
            /** @description lines without their thinking, because something before them changed */
            thinkingLines: number;
            /** @description texts of the conversation before */
            texts: number;
            /** @description texts, of the conversation or beside it, not in the copy as they were */
            missingTexts: number;
            /** @description each of these, the first thousand */
            changedTexts?: components["schemas"]["ChangedText"][];
            /** @description what a resume of the copy fails with or forgets */
            stillWrong?: components["schemas"]["FoundDefect"][];
            /** @description ids of repaired copies that were there before */
            earlier?: string[];
            /** @description what each version makes of the copy */
            versions: components["schemas"]["Verdict"][];
            /** @description the lines that differ */
            diff?: string[];
            /** @description the file is too large for a full dry run */
            firstPassOnly?: boolean;
        };
        /** @description what a repair did */
        RepairChange: {
            /** @description about what */
            class: string;
            /** @description what it did */
            did: string;
            /** @description in how many places */
            count: number;
            /** @description numbers of the first of these lines */
            lines: number[];
            /** @description bytes that are not in the copy */
            lostBytes?: number;
            /** @description what of them can be read, the first of it */
            lost?: string[];
        };
        /** @description a text that is not in a copy as it was */
        ChangedText: {
            /** @description its line in the original */
            line: number;
            /**
             * @description what it is
             * @enum {string}
             */
            kind: "text" | "thinking" | "media" | "attachment" | "note";
            /** @description the beginning of it */
            before: string;
            /** @description the beginning of what stands there now */
            after?: string;
            /** @description it is in the copy, but not part of the conversation */
            aside?: boolean;
        };
        /** @description a session that needs attention */
        AilingSession: {
            /** @description its id */
            session: string;
            /** @description its title */
            title: string;
            /** @description its file */
            file: string;
            /** @description what is wrong */
            classes: string[];
            /** @description a resume fails or forgets */
            willFail: boolean;
            /** @description why it cannot be read */
            unreadable?: string;
            /** @description the official tools do not show it */
            notListed: boolean;
            /** @description a write was not finished */
            torn: boolean;
            /** @description its size, where that is too much */
            bytes?: number;
            /** @description what takes most of it */
            filledBy?: string;
            /** @description until it is removed, where that is soon */
            daysLeft?: number;
            /** @description in words */
            why: string;
            /** @description what to do */
            command: string;
        };
        /** @description something that is wrong with a folder, and not with one session */
        RootNote: {
            /** @description its short name in docs/doctor.md */
            class: string;
            /** @description what is wrong */
            what: string;
            /** @description file or folder */
            place: string;
            /** @description what is particular to it */
            detail?: string;
            /** @description of how many sessions */
            count: number;
            /** @description what to do */
            cure: string;
        };
        /** @description the secrets of a session, never a whole one */
        RedactAnswer: {
            /** @description its id */
            session?: string;
            /** @description every place, by file and line */
            places: components["schemas"]["SecretFinding"][];
            /** @description how many different ones */
            secrets: number;
            /** @description how many files were looked at */
            files: number;
            /** @description what was decided, in words */
            done?: string;
            /** @description the folder with the redacted copies */
            output?: string;
        };
        /** @description a place where a secret stands */
        SecretFinding: {
            /** @description to name it in --keep and --hide */
            number: number;
            /** @description what it is: github-token, password, ... */
            kind: string;
            /** @description what stands for this secret everywhere */
            label: string;
            /** @description possible, likely or certain */
            sure: string;
            /** @description its first and last characters */
            masked: string;
            /** @description the text before it, up to the secret before */
            before: string;
            /** @description the text behind it, up to the next secret */
            after: string;
            /** @description the member of the line it stands under */
            member?: string;
            /** @description the file of the session */
            file: string;
            /** @description its line there; 0 in what has no lines */
            line: number;
            /** @description whether somebody decided to keep it */
            kept: boolean;
        };
        /** @description the secrets in sessions, oldest first */
        ScanAnswer: {
            /** @description each once */
            secrets: components["schemas"]["ScannedSecret"][];
            /** @description how many files were looked at */
            files: number;
            /** @description how large they are */
            bytes: number;
            /** @description how many places are left out, because somebody decided to keep them */
            kept: number;
        };
        /** @description a secret and its places */
        ScannedSecret: {
            /** @description what it is: github-token, password, ... */
            kind: string;
            /** @description possible, likely or certain */
            sure: string;
            /** @description its first and last characters */
            masked: string;
            /** @description when it was first written, in milliseconds since 1970 */
            first?: number;
            /** @description when it was last written */
            last?: number;
            /** @description in how many places it stands */
            count: number;
            /** @description in how many sessions */
            sessions: number;
            /** @description the first of these places */
            places: components["schemas"]["SecretPlace"][];
        };
        /** @description where a secret stands */
        SecretPlace: {
            /** @description whose */
            session: string;
            /** @description the file */
            file: string;
            /** @description its line there */
            line: number;
            /** @description the member of the line it stands under */
            member?: string;
            /** @description when the line was written, in milliseconds since 1970 */
            time?: number;
        };
        /** @description decisions about the secrets of a session */
        Decided: {
            /** @description its id */
            session: string;
            /** @description what was decided, in words */
            done: string;
        };
        /** @description a session in another form */
        Export: {
            /** @description its id */
            session: string;
            /** @description its title, without secrets */
            title: string;
            /** @description which form */
            format: string;
            /** @description how many secrets are hidden in the file that was written, or, where the text follows, in the session; without it nothing was looked for */
            hidden?: number;
            /** @description with jsonl: lines that cannot be read as JSON, and are left out */
            tornLines?: number;
            /** @description the file that was written */
            file?: string;
            /** @description its bytes */
            size?: number;
            /** @description where spans were sent to */
            endpoint?: string;
            /** @description how many */
            spans?: number;
            /** @description what would be in a file, in pieces to be joined */
            text?: string[];
        };
        /** @description what was found */
        SearchResult: {
            /** @description what was found, best first */
            hits: components["schemas"]["Hit"][];
            /** @description hits in all */
            total: number;
            /** @description sessions with hits */
            sessions: number;
            /** @description an index was used */
            index: boolean;
            /** @description it knew all files */
            fresh: boolean;
            /** @description files it did not know */
            behind: number;
            /** @description lines that could not be searched */
            skippedLines: number;
            /** @description words of the query whose signs were not looked for */
            loose: string[];
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
            /** @description milliseconds */
            tookMs: number;
        };
        /** @description a hit */
        Hit: {
            /** @description the session's id */
            session: string;
            /** @description the line */
            uuid: string | null;
            /**
             * @description whose text it is
             * @enum {string}
             */
            role: "user" | "assistant" | "tool" | "thinking" | "title";
            /** @description the tool, of a call */
            tool?: string;
            /**
             * Format: date-time
             * @description of the line
             */
            timestamp: string | null;
            /** @description the text around it */
            snippet: components["schemas"]["Snippet"];
            /** @description how good it is */
            score: number;
            /**
             * @description where in the session
             * @enum {string}
             */
            branch: "unknown" | "active" | "abandoned" | "subagent";
            /** @description it is an error of a tool */
            error: boolean;
            /** @description the transcript */
            file: string;
            /** @description where its line begins, in bytes */
            offset: number;
            /** @description the session's title */
            title: string | null;
            /** @description a short name of the session */
            name: string;
            /** @description the folder that the session worked in */
            project?: string;
            /** @description further hits in the same session */
            moreInSession: number;
            /** @description the command that shows it */
            open: string;
        };
        /** @description text around hits */
        Snippet: {
            /** @description a part of what was found */
            text: string;
            /** @description begin and end of each hit in it, as JavaScript counts */
            marks: number[][];
        };
        /** @description what was said before about a question */
        RecallResult: {
            /** @description the words that were looked for */
            words: string[];
            /** @description those that are nowhere */
            missing?: string[];
            /** @description the sessions, best first */
            sessions: components["schemas"]["RecalledSession"][];
            /** @description sessions that the limit left out */
            more?: number;
            /** @description when there are none: sessions with similar words, else the newest */
            nearest?: components["schemas"]["NearSession"][];
            /** @description an index was used */
            index: boolean;
            /** @description lines that could not be searched */
            skippedLines: number;
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
            /** @description milliseconds */
            tookMs: number;
        };
        /** @description a session with turns about the question */
        RecalledSession: {
            /** @description the session's id */
            session: string;
            /** @description its title */
            title: string | null;
            /** @description the folder it worked in */
            project: string | null;
            /** @description how much of the question its best turn holds, from 0 to 1 */
            score: number;
            /** @description the turns, best first */
            turns: components["schemas"]["RecalledTurn"][];
            /** @description the command that resumes it; null for a subagent's alone */
            resume: string | null;
        };
        /** @description a prompt and what became of it */
        RecalledTurn: {
            /** @description the prompt's line */
            uuid: string | null;
            /** @description what was asked */
            question: string;
            /** @description the line of the conclusion */
            conclusionUuid: string | null;
            /** @description the last answer of that turn */
            conclusion: string;
            /** @description the line that holds most of the words */
            foundUuid: string | null;
            /** @description the text around them */
            found: string;
            /**
             * Format: date-time
             * @description when it was asked
             */
            timestamp: string | null;
            /**
             * @description where in the session
             * @enum {string}
             */
            branch: "unknown" | "active" | "abandoned" | "subagent";
            /** @description the words of the question that it holds */
            words: string[];
            /** @description the command that shows it */
            open: string;
        };
        /** @description a session that may be meant */
        NearSession: {
            /** @description the session's id */
            session: string;
            /** @description what it is called */
            name: string;
            /** @description the folder it worked in */
            project: string | null;
            /**
             * Format: date-time
             * @description when it was last used
             */
            updatedAt: string | null;
            /** @description words of it that look like those asked for */
            words: string[];
        };
        /** @description who touched a file, or made a commit */
        Touches: {
            /** @description the end of a path, or the start of a hash */
            what: string;
            /** @description newest first */
            touches: components["schemas"]["SessionTouch"][];
        };
        /** @description what a session did to a file, or a commit that it made */
        SessionTouch: {
            /** @description its id */
            session: string;
            /** @description what it is called */
            name: string;
            /** @description the other machine that it is of */
            machine?: string;
            /** @description whose it is, of a team */
            person?: string;
            /** @description its transcript, or that of its subagent */
            file: string;
            /** @description the file that was changed, as the calls name it */
            path?: string;
            /** @description how many calls changed it */
            edits?: number;
            /** @description lines added by them */
            added?: number;
            /** @description lines removed by them */
            removed?: number;
            /** @description the commit, as git printed its hash */
            commit?: string;
            /** @description first line of its message */
            subject?: string;
            /** @description the line of the last call */
            uuid: string | null;
            /**
             * Format: date-time
             * @description of that line
             */
            timestamp: string | null;
        };
        /** @description tokens and money */
        Usage: {
            /**
             * @description what was counted by
             * @enum {string}
             */
            kind: "daily" | "weekly" | "monthly" | "sessions" | "projects" | "models" | "tools" | "branches" | "people" | "machines" | "repositories" | "blocks" | "explain";
            /** @description explain: what was asked for */
            target?: string;
            /** @description time zone that defines a day */
            timezone: string;
            /** @description the counts */
            rows?: components["schemas"]["UsageRow"][];
            /** @description explain: each response */
            responses?: components["schemas"]["ExplainedResponse"][];
            /** @description their sum */
            totals: components["schemas"]["UsageTotals"];
            /** @description what is not counted because it is hidden */
            leftOut?: components["schemas"]["UsageLeftOut"];
            /** @description models without a known price */
            unpriced?: components["schemas"]["Unpriced"][];
            /** @description what the team set for this month, where all of it was counted */
            budgets?: components["schemas"]["BudgetUse"][];
            /** @description what is wrong in the files and the figures in them */
            findings?: components["schemas"]["Finding"][];
            /** @description explain: what the CLI said in the end */
            reportedTotalUsd?: number;
            /** @description explain: what other ways of counting give */
            otherRules?: components["schemas"]["OtherRule"][];
        };
        /** @description a row of usage */
        UsageRow: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
            /** @description who answered */
            models: string[];
            /** @description the part of subagents */
            subagents: components["schemas"]["UsageAmounts"];
            /** @description by model, with --breakdown */
            breakdown?: components["schemas"]["ModelUsage"][];
            /** @description the day, week, month, session, project, model, tool, branch, person, machine, repository or block */
            period: string;
            /** @description its first day */
            from?: string;
            /** @description its last day */
            to?: string;
            /** @description sessions: the id */
            session?: string;
            /** @description sessions: the title */
            title?: string | null;
            /** @description sessions: a short name */
            name?: string;
            /** @description sessions, projects: the project's key */
            project?: string;
            /** @description sessions: the transcript */
            file?: string;
            /** @description sessions: what the CLI said in the end */
            reportedTotalUsd?: number;
            /** @description projects: the folder that was worked in */
            path?: string;
            /** @description tools: the name */
            tool?: string;
            /** @description tools: how often it was called */
            calls?: number;
            /** @description branches: the first prompt of its own */
            prompt?: string | null;
            /**
             * Format: date-time
             * @description blocks: when it begins
             */
            start?: string | null;
            /**
             * Format: date-time
             * @description blocks: when it ends
             */
            end?: string | null;
            /** @description blocks: it is the present one */
            active?: boolean;
            /** @description blocks: how fast it is used */
            burnRate?: components["schemas"]["BurnRate"];
            /** @description blocks: what it will have used */
            projection?: components["schemas"]["Projection"];
            /**
             * Format: date-time
             * @description time of the first response
             */
            firstAt: string | null;
            /**
             * Format: date-time
             * @description time of the last response
             */
            lastAt: string | null;
        };
        /** @description how fast it goes */
        BurnRate: {
            /** @description tokens in a minute */
            tokensPerMinute: number;
            /** @description US dollars in an hour */
            usdPerHour: number;
        };
        /** @description where it leads */
        Projection: {
            /** @description tokens at the end of the block */
            total: number;
            /** @description US dollars at the end of the block */
            usd: number;
        };
        /** @description tokens and money of a group */
        UsageGroup: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
            /** @description who answered */
            models: string[];
            /** @description the part of subagents */
            subagents: components["schemas"]["UsageAmounts"];
            /** @description by model, with --breakdown */
            breakdown?: components["schemas"]["ModelUsage"][];
        };
        /** @description tokens and money of a model */
        ModelUsage: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
            /** @description the model */
            model: string;
        };
        /** @description a response and its proof */
        ExplainedResponse: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description id of the message */
            messageId: string | null;
            /** @description id of the request */
            requestId: string | null;
            /** @description who answered */
            model: string;
            /**
             * Format: date-time
             * @description when
             */
            timestamp: string | null;
            /** @description the transcript that counts */
            file: string;
            /** @description where its line begins, in bytes */
            offset: number;
            /** @description the session's id */
            session: string;
            /** @description false: it belongs to another session */
            counted: boolean;
            /** @description it was the answer to a subagent */
            subagent: boolean;
            /** @description the price that was used */
            price: components["schemas"]["Price"] | null;
            /** @description what it makes */
            cost?: components["schemas"]["PartCosts"];
            /** @description what the line says itself */
            reportedUsd?: number;
            /** @description all lines that tell of it */
            lines: components["schemas"]["ExplainedLine"][];
        };
        /** @description a price */
        Price: {
            /** @description the model of the price list */
            model: string;
            /**
             * @description which of its prices
             * @enum {string}
             */
            tier: "standard" | "fast" | "batch";
            /** @description the prices for long prompts */
            longPrompt: boolean;
            /** @description the prices for the United States */
            us: boolean;
            /** @description since when it is valid */
            from: string | null;
            /** @description where it was published */
            source: string;
            /** @description when it was read there */
            date: string;
        };
        /** @description money by part */
        PartCosts: {
            /** @description US dollars for each */
            input: number;
            /** @description for the answer */
            output: number;
            /** @description for what came from the cache */
            cacheRead: number;
            /** @description for what went to the cache */
            cacheWrite5m: number;
            /** @description the same, for an hour */
            cacheWrite1h: number;
            /** @description for searches */
            webSearches: number;
            /** @description all of it */
            usd: number;
        };
        /** @description a line that tells of a response */
        ExplainedLine: {
            /** @description sent */
            input: number;
            /** @description answered */
            output: number;
            /** @description from the cache */
            cacheRead: number;
            /** @description to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description the transcript */
            file: string;
            /** @description where it begins, in bytes */
            offset: number;
            /**
             * Format: date-time
             * @description its time
             */
            timestamp: string | null;
            /** @description its uuid */
            uuid: string | null;
            /** @description what it says itself */
            reportedUsd?: number;
            /** @description which of these figures count */
            counts: string[];
        };
        /** @description what a line says about tokens */
        LineTokens: {
            /** @description sent */
            input: number;
            /** @description answered */
            output: number;
            /** @description from the cache */
            cacheRead: number;
            /** @description to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
        };
        /** @description the sum */
        UsageTotals: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
            /** @description who answered */
            models?: string[];
            /** @description the part of subagents */
            subagents?: components["schemas"]["UsageAmounts"];
            /** @description by model, with --breakdown */
            breakdown?: components["schemas"]["ModelUsage"][];
        };
        /** @description what hidden sessions used */
        UsageLeftOut: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description responses of the API */
            responses: number;
            /** @description what they cost */
            cost: components["schemas"]["Cost"];
            /** @description hidden sessions */
            hidden: number;
            /** @description their part of what all cost, from 0 to 1 */
            share: number;
        };
        /** @description a model without a known price */
        Unpriced: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description the model */
            model: string;
            /** @description its responses */
            responses: number;
        };
        /** @description what a team set for a month, and what of it is used in this one */
        BudgetUse: {
            /** @description team, person or repository */
            kind: string;
            /** @description whose, or which */
            name?: string;
            /** @description what was set */
            limitUsd: number;
            /** @description what is used, of what you may see */
            usedUsd: number;
            /** @description the part of it that is used; 1 is all of it */
            share: number;
        };
        /** @description another way of counting */
        OtherRule: {
            /** @description tokens sent */
            input: number;
            /** @description tokens answered */
            output: number;
            /** @description tokens from the cache */
            cacheRead: number;
            /** @description tokens to the cache */
            cacheWrite: number;
            /** @description of these, for five minutes */
            cacheWrite5m: number;
            /** @description of these, for an hour */
            cacheWrite1h: number;
            /** @description searches in the web */
            webSearches: number;
            /** @description tokens thought */
            thinking: number;
            /** @description all tokens */
            total: number;
            /** @description a way of counting */
            name: string;
            /** @description what it does */
            description: string;
            /** @description what it would make */
            usd: number;
        };
        /** @description what was done */
        Done: {
            /** @description what was done, in words */
            done: string;
        };
        /** @description deleted sessions */
        TrashList: {
            /** @description the deleted sessions, last deleted first */
            sessions: components["schemas"]["TrashRow"][];
            /** @description deleted sessions left out because they are hidden */
            hidden: number;
            /** @description what is wrong in the files read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description a deleted session */
        TrashRow: {
            /** @description the session's id */
            id: string;
            /** @description its title when it was deleted */
            title: string;
            /**
             * Format: date-time
             * @description when that was
             */
            deletedAt: string | null;
            /** @description of all its files */
            bytes: number;
            /** @description the folder that the session worked in */
            project?: string;
            /** @description where its transcript was */
            file: string;
            /** @description the command that restores it */
            restore: string;
        };
        /** @description the index */
        IndexReport: {
            /** @description where the index lies */
            path: string;
            /** @description transcripts in it */
            files?: number;
            /** @description texts in it */
            passages?: number;
            /** @description its size */
            bytes?: number;
            /** @description status: it is there */
            exists?: boolean;
            /** @description status: its parts */
            segments?: number;
            /** @description status: it knows all files */
            fresh?: boolean;
            /** @description status: files it does not know */
            behind?: number;
            /** @description status: their size */
            behindBytes?: number;
            /** @description status: share of the texts whose files are gone */
            dead?: number;
            /** @description verify: it is in order */
            ok?: boolean;
            /** @description drop: it was removed */
            dropped?: boolean;
            /** @description build: new files */
            added?: number;
            /** @description build: files that grew */
            grown?: number;
            /** @description build: files that changed otherwise */
            rewritten?: number;
            /** @description build: files with a new name */
            moved?: number;
            /** @description build: files that are gone */
            gone?: number;
            /** @description build: bytes that were read */
            readBytes?: number;
            /** @description build, status: what is wrong in the files read, or in the index */
            findings?: components["schemas"]["Finding"][];
            /** @description build: milliseconds */
            tookMs?: number;
        };
        /** @description the keep */
        Keep: {
            /** @description where it lies */
            folder: string;
            /** @description what this machine is called in it */
            machine: string | null;
            /** @description nothing was written */
            dryRun?: boolean;
            /** @description now: what was kept */
            run?: components["schemas"]["KeepRun"];
            /** @description status: what is kept */
            status?: components["schemas"]["KeepStatus"];
            /** @description check: whether it can be read back */
            check?: components["schemas"]["KeepCheck"];
            /** @description forget: what is forgotten, or would be */
            forgotten?: components["schemas"]["Forgotten"];
            /** @description encrypt, unlock: what can be opened now */
            encryption?: components["schemas"]["Encryption"];
            /** @description versions: those of the session */
            versions?: components["schemas"]["SessionVersion"][];
        };
        /** @description what was kept, or would be */
        KeepRun: {
            /** @description files looked at */
            seen: number;
            /** @description files of which something is new */
            kept: number;
            /** @description of these: files that were cut or rewritten, and begin a new version */
            rewritten: number;
            /** @description files that are not there any more */
            gone: number;
            /** @description new bytes of files */
            bytes: number;
            /** @description bytes written to the keep */
            written: number;
            /** @description files and folders that could not be read */
            findings: components["schemas"]["Finding"][];
        };
        /** @description what is kept */
        KeepStatus: {
            /** @description by machine */
            machines: components["schemas"]["KeptMachine"][];
            /** @description sessions of this machine that are not on its disk any more */
            onlyKept: number;
            /** @description sessions that only other machines have kept */
            ofOthers: number;
            /** @description others encrypt what is here; this machine keeps nothing before it does */
            mustEncrypt?: boolean;
            /** @description what is not kept yet */
            missing: components["schemas"]["KeepRun"];
            /** @description sessions that Claude Code removes within a week */
            leaving: number;
            /** @description of these: not kept as they are now */
            leavingUnkept: number;
            /** @description lines and files of the keep that cannot be used */
            damage: components["schemas"]["KeepDamage"][];
        };
        /** @description what a machine has kept */
        KeptMachine: {
            /** @description what the machine is called in the keep */
            name: string;
            /** @description it is this one */
            own?: boolean;
            /** @description who stores the keep cannot read it */
            encrypted?: boolean;
            /** @description its key is not on this machine */
            locked?: boolean;
            /** @description how many files */
            files: number;
            /** @description in how many versions */
            versions: number;
            /** @description of all versions, as they were */
            bytes: number;
            /** @description bytes that they take in the keep */
            size: number;
            /**
             * Format: date-time
             * @description when something was kept last
             */
            lastAt: string | null;
        };
        /** @description a damaged place of the keep */
        KeepDamage: {
            /** @description the file of the keep */
            path: string;
            /** @description what is wrong with it */
            what: string;
        };
        /** @description whether all that is kept can be read back */
        KeepCheck: {
            /** @description files read back */
            files: number;
            /** @description in so many versions */
            versions: number;
            /** @description packs */
            packs: number;
            /** @description bytes of files */
            bytes: number;
            /** @description lines and files of the keep that cannot be used */
            damage: components["schemas"]["KeepDamage"][];
            /** @description what that means for files of sessions */
            damaged: components["schemas"]["DamagedFile"][];
            /** @description files of these that were still on the disk, and are kept anew */
            keptAgain: number;
            /** @description machines that could not be checked, since their keys are not here */
            locked: string[];
        };
        /** @description a kept file of which not everything can be read back */
        DamagedFile: {
            /** @description whose it is */
            machine: string;
            /** @description where it was */
            file: string;
            /** @description the session it belongs to */
            session: string | null;
            /** @description no later version is whole, and it is not on the disk */
            lost: boolean;
            /** @description which of its versions */
            version: number;
            /** @description the byte from which on it cannot be read */
            from: number;
            /** @description what is wrong */
            why: string;
        };
        /** @description what is forgotten, or would be */
        Forgotten: {
            /** @description it is done; else this is what would be */
            done: boolean;
            /** @description the sessions */
            sessions: components["schemas"]["ForgottenSession"][];
            /** @description their files */
            files: number;
            /** @description of all versions of them */
            bytes: number;
            /** @description those that are on the disk, and would be kept again */
            stillThere: string[];
            /** @description other machines that have kept some of them: theirs stays */
            elsewhere: string[];
        };
        /** @description a session that is forgotten, or would be */
        ForgottenSession: {
            /** @description its id */
            id: string;
            /** @description its short name; empty when it is not listed any more */
            title: string;
        };
        /** @description what is encrypted in the keep */
        Encryption: {
            /** @description machines whose keys are here */
            machines: string[];
            /** @description machines that are still locked */
            locked: string[];
            /** @description machines that keep in the open */
            plain: string[];
        };
        /** @description what a transcript was at some time */
        SessionVersion: {
            /** @description for clew restore --number */
            number: number;
            /** @description its size */
            bytes: number;
            /**
             * Format: date-time
             * @description the time of the file
             */
            changedAt: string | null;
            /** @description this is what is shown and restored */
            shown?: boolean;
        };
        /** @description a team's store */
        Team: {
            /** @description where it is, without secrets */
            store: string;
            /** @description as whom it was opened */
            person: string;
            /** @description init: what was there; 0: nothing */
            schemaBefore?: number;
            /** @description invite: the invitation */
            invited?: components["schemas"]["TeamInvitation"];
            /** @description revoke: who has no way in any more */
            revoked?: string;
            /** @description people: who is in the team */
            people?: components["schemas"]["TeamPerson"][];
            /** @description share: the project */
            shared?: components["schemas"]["TeamProject"];
            /** @description unshare: what was taken back */
            unshared?: components["schemas"]["TeamUnshared"];
            /** @description share: a session that had been taken back */
            sharedAgain?: string;
            /** @description link: how somebody else comes to the session */
            link?: components["schemas"]["TeamLink"];
            /** @description budget: what a month may cost */
            budgets?: components["schemas"]["TeamBudget"][];
            /** @description page: where the team's sessions are shown */
            page?: string;
            /** @description audit: whether who reads what is written down */
            audit?: boolean;
            /** @description push: what was sent */
            pushed?: components["schemas"]["TeamPush"];
            /** @description status: what is there */
            status?: components["schemas"]["TeamStatus"];
        };
        /** @description a way into a team */
        TeamInvitation: {
            /** @description whose it is */
            name: string;
            /** @description what it allows */
            scopes: string[];
            /** @description with its secret, which is shown once and stored nowhere */
            address: string;
            /** @description they were in the team; the secret before lets nobody in any more */
            again?: boolean;
        };
        /** @description who is in a team */
        TeamPerson: {
            /** @description of a person or a machine */
            name: string;
            /** @description what they may: read, push, admin */
            scopes: string[];
            /**
             * Format: date-time
             * @description when they were invited last
             */
            invitedAt: string | null;
            /**
             * Format: date-time
             * @description when that was taken back
             */
            revokedAt: string | null;
        };
        /** @description a project that is shared with a team */
        TeamProject: {
            /** @description its folder */
            project: string;
            /** @description who may see it: mine, team or named */
            visibility: string;
            /** @description named: these */
            readers?: string[];
            /** @description what is new of it goes there */
            shared: boolean;
            /** @description without its secrets */
            redact: boolean;
            /** @description of this machine that are in the store */
            sessions: number;
            /** @description of these */
            files: number;
            /** @description of these, as they are here */
            bytes: number;
            /**
             * Format: date-time
             * @description when something was sent last
             */
            lastAt: string | null;
        };
        /** @description what was taken back */
        TeamUnshared: {
            /** @description a project */
            project?: string;
            /** @description or a session */
            session?: string;
            /** @description that were removed from the store */
            files: number;
        };
        /** @description how somebody else comes to a session */
        TeamLink: {
            /** @description its id */
            session: string;
            /** @description its address on the team's page */
            page?: string;
            /** @description the command that continues it */
            resume: string;
        };
        /** @description what a month may cost */
        TeamBudget: {
            /** @description team, person or repository */
            kind: string;
            /** @description whose, or which */
            name?: string;
            /** @description in millionths of a US dollar */
            microUsd: number;
        };
        /** @description what was sent to a team, or would be */
        TeamPush: {
            /** @description that are shared */
            projects: number;
            /** @description of these that may go */
            sessions: number;
            /** @description sessions that were compared and sent, or would be */
            pushed: number;
            /** @description sessions that stay because they are hidden here */
            hidden: number;
            /** @description sessions that stay because they were taken back */
            withheld: number;
            /** @description what that was */
            sent: components["schemas"]["PushCount"];
            /** @description what could not be read or stored; nothing of such a session was sent */
            findings: components["schemas"]["Finding"][];
        };
        /** @description what was sent */
        PushCount: {
            /** @description of which something was sent */
            files: number;
            /** @description of files */
            bytes: number;
            /** @description bytes that these take in the store */
            stored: number;
            /** @description files that began a new version */
            rewritten: number;
            /** @description earlier versions that were removed because of a secret in them */
            removed: number;
        };
        /** @description what of this machine is with the team */
        TeamStatus: {
            /** @description what this one is called there */
            machine: string;
            /** @description that are shared */
            projects: components["schemas"]["TeamProject"][];
            /** @description every session that is in the store */
            sent: components["schemas"]["SentSession"][];
            /** @description sessions that were taken back */
            withheld: string[];
            /** @description what the next push has to look at */
            waiting: components["schemas"]["TeamPush"];
        };
        /** @description a session that is in the store */
        SentSession: {
            /** @description its id */
            session: string;
            /** @description the configuration folder it is from */
            root: string;
            /** @description the name of its project's folder there */
            projectKey: string;
            /** @description of it that were sent */
            files: number;
            /** @description of these, in all versions */
            bytes: number;
        };
        /** @description what came back from the keep */
        Restored: {
            /** @description the session's id */
            session: string;
            /** @description its transcript, where it is now */
            file: string;
            /** @description the other machine that had kept it */
            machine: string | null;
            /** @description the folder of this machine that stands for its project */
            folder?: string;
            /** @description files that were written */
            written: string[];
            /** @description files that were there already, byte for byte */
            same: string[];
            /** @description files in whose place something else is, which stays */
            differing: string[];
            /** @description bytes written */
            bytes: number;
            /** @description the keep is damaged, and something of it may be missing */
            doubtful?: boolean;
        };
        /** @description a file that holds sessions */
        Pack: {
            /** @description where it is */
            file: string;
            /** @description its bytes */
            size: number;
            /** @description what is in it */
            sessions: components["schemas"]["PackedSession"][];
        };
        /** @description a session in a pack */
        PackedSession: {
            /** @description its id */
            session: string;
            /** @description its title */
            title: string | null;
            /** @description the folder of its project */
            folder: string | null;
            /** @description how many files belong to it */
            files: number;
            /** @description of these files */
            bytes: number;
        };
        /** @description what came out of a pack */
        Unpacked: {
            /** @description the configuration folder that the sessions were brought to */
            root: string;
            /** @description one by one */
            sessions: components["schemas"]["UnpackedSession"][];
        };
        /** @description a session that came out of a pack */
        UnpackedSession: {
            /** @description its id */
            session: string;
            /** @description its title */
            title: string | null;
            /** @description the folder of this machine that stands for its project */
            folder: string;
            /** @description its transcript, where it is now */
            file: string;
            /** @description files that were written */
            written: string[];
            /** @description files that were there already, byte for byte */
            same: string[];
            /** @description files in whose place something else is: nothing of the session was written */
            differing: string[];
            /** @description bytes written */
            bytes: number;
        };
        /** @description the sessions of a project that go to another folder */
        ProjectMove: {
            /** @description the project's folder, as it was */
            folder: string | null;
            /** @description and as it is now */
            newFolder: string;
            /** @description ids of the sessions that moved, or would */
            sessions: string[];
            /** @description what stayed, and why */
            left: components["schemas"]["LeftThing"][];
            /** @description they were brought back */
            undone?: boolean;
            /** @description nothing was moved */
            dryRun?: boolean;
            /** @description files of Claude Code that still name the old folder, and stay as they are */
            elsewhere: string[];
        };
        /** @description what a move left where it was */
        LeftThing: {
            /** @description what it is */
            path: string;
            /** @description why it stays */
            why: string;
        };
        /** @description two copies of a session as one */
        MergedSession: {
            /** @description the id of the new session */
            session: string;
            /** @description its transcript */
            file: string;
            /** @description lines that both copies have */
            common: number;
            /** @description the two */
            copies: components["schemas"]["MergedCopy"][];
            /** @description the end that a plain resume continues */
            active: string | null;
            /** @description lines that got new uuids, because the copies had different lines of one */
            renamed: number;
            /** @description files that were copied along: subagents, tool results, copies of files */
            beside: string[];
            /** @description files of which the two have different ones: that of the first was taken */
            left: string[];
        };
        /** @description one of two copies that became one session */
        MergedCopy: {
            /** @description its transcript, which stays as it is */
            file: string;
            /** @description how many lines it alone has */
            own: number;
            /** @description the last line of its conversation, in the new session: --at takes it */
            end: string | null;
        };
        /** @description what the status line shows */
        Status: {
            /** @description who answers */
            model: string;
            /** @description what the session cost */
            session: components["schemas"]["StatusCost"];
            /** @description what this day cost */
            today: components["schemas"]["StatusCost"];
            /** @description how full the context is */
            context: components["schemas"]["StatusContext"];
            /** @description how much of the limits is used, as Claude Code says it */
            limits: components["schemas"]["StatusLimits"];
        };
        /** @description money */
        StatusCost: {
            /** @description list price in US dollars */
            usd: number;
            /** @description false: more is to be read, or something has no price */
            complete: boolean;
        };
        /** @description how full the context is */
        StatusContext: {
            /** @description of the last request */
            tokens: number | null;
            /** @description of the window */
            size: number | null;
            /** @description of it */
            percent: number | null;
        };
        /** @description how much of the limits of the subscription is used, in percent */
        StatusLimits: {
            /** @description of the five hours */
            fiveHours: number | null;
            /** @description of the seven days */
            sevenDays: number | null;
        };
        /** @description the demo is there */
        DemoMade: {
            /** @description where */
            root: string;
        };
        /** @description a line of a driven conversation */
        DriveLine: {
            /** @description the conversation */
            conversation?: string;
            /** @description what it said */
            event?: components["schemas"]["DriveEvent"];
            /**
             * @description alone: lines were lost, because nobody took them
             * @enum {string}
             */
            kind?: "lost";
        };
        /** @description what is done */
        DrivePlan: {
            /**
             * @description what was asked for
             * @enum {string}
             */
            action: "run" | "resume" | "edit" | "fork";
            /**
             * @description how it is done
             * @enum {string}
             */
            how: "end" | "same-file" | "fork" | "new-session";
            /** @description why so */
            reason?: string;
            /** @description the session's id */
            session?: string;
            /** @description the line it continues from */
            at?: string;
            /** @description of Claude Code */
            version?: string;
            /** @description where it works */
            folder: string;
            /** @description the workspace that is made */
            workspace?: string;
            /** @description the session is brought back from the keep, or from the session store, first */
            restores?: boolean;
            /** @description what is said */
            prompt: string;
            /** @description edit: what was said before */
            oldPrompt?: string;
            /** @description the copy's id */
            newSession?: string;
            /** @description the copy */
            newFile?: string;
            /** @description messages that stay */
            keptMessages: number;
            /** @description the last of them */
            kept: components["schemas"]["PlanLine"][];
            /** @description messages that are left behind */
            droppedMessages: number;
            /** @description the first of them */
            dropped: components["schemas"]["PlanLine"][];
            /** @description what is run */
            command?: string[];
            /** @description the same for a shell */
            shell?: string;
        };
        /** @description a message of a plan */
        PlanLine: {
            /** @description the message's first line */
            uuid: string;
            /** @description who speaks */
            role: string;
            /** @description what it is */
            kind: string;
            /** @description how it begins */
            text: string;
        };
        /** @description workspaces */
        WorkspaceList: {
            /** @description the workspaces */
            workspaces: components["schemas"]["Workspace"][];
        };
        /** @description a folder made for a session */
        Workspace: {
            /** @description its name */
            name: string;
            /** @description the folder */
            path: string;
            /** @description how it was made */
            kind: string;
            /** @description what it was made from */
            source: string | null;
            /**
             * Format: date-time
             * @description when
             */
            createdAt: string | null;
            /** @description it was removed now */
            removed: boolean;
            /** @description why it is kept */
            holds: string | null;
        };
        /** @description files of a session's folder */
        FolderPaths: {
            /** @description the folder it worked in */
            folder: string;
            /** @description relative to it, the best first; folders end with / */
            paths: string[];
            /** @description there are more than the limit allowed */
            more: boolean;
        };
        /** @description driven conversations */
        ConversationList: {
            /** @description the driven conversations */
            conversations: components["schemas"]["DrivenConversation"][];
        };
        /** @description a driven conversation */
        DrivenConversation: {
            /** @description its id */
            conversation: string;
            /** @description the session's id */
            session: string | null;
            /**
             * @description what it does
             * @enum {string}
             */
            state: "idle" | "busy" | "waiting" | "ended";
            /** @description where it works */
            folder: string;
            /** @description who answers */
            model: string;
            /** @description the permission mode */
            mode: string;
            /** @description of Claude Code */
            version: string;
            /** @description the process */
            pid: number;
            /** @description how many turns it took */
            turns: number;
            /** @description what it cost so far */
            costUsd: number;
            /**
             * Format: date-time
             * @description when
             */
            startedAt: string | null;
            /** @description questions that wait for an answer */
            permissions: components["schemas"]["Permission"][];
            /** @description how it ended */
            ended: string | null;
        };
        /** @description a question of claude */
        Permission: {
            /** @description id of the question */
            request: string;
            /** @description what wants to run */
            tool: string;
            /** @description id of the call */
            toolUse?: string;
            /** @description the question in short */
            title?: string;
            /** @description the question */
            description?: string;
            /** @description why it is asked */
            reason?: string;
            /** @description the path that needs it */
            blockedPath?: string;
            /** @description what the tool would get */
            input?: unknown;
            /** @description what could be allowed for good */
            suggestions?: unknown;
        };
        /** @description a prompt that was taken */
        Sent: {
            /** @description true */
            ok: boolean;
            /** @description of the prompt's line */
            uuid: string;
        };
        /** @description it was done */
        Ok: {
            /** @description true */
            ok: boolean;
        };
        /** @description what this server is and may do */
        Server: {
            /** @description of Clew */
            version: string;
            /** @description it may drive claude */
            drive: boolean;
            /** @description of a team, who has signed in */
            person?: string;
        };
        /** @description what went wrong (RFC 9457) */
        Problem: {
            /** @description a name for the kind of problem */
            type: string;
            /** @description the kind in words */
            title: string;
            /** @description the status of the answer */
            status: number;
            /** @description what went wrong */
            detail: string;
        };
    };
    responses: {
        /** @description what went wrong (RFC 9457) */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listGet: {
        parameters: {
            query?: {
                /** @description the project: its folder or one below it, or a part of its name */
                path?: string;
                /** @description sessions of all projects */
                all?: boolean;
                /** @description at most N sessions; 0 for all */
                limit?: number;
                /** @description leave out the first N */
                offset?: number;
                /** @description continue after the page that gave this cursor */
                cursor?: string;
                /** @description what comes first */
                sort?: "updated" | "created" | "size" | "messages";
                /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                since?: string;
                /** @description up to the end of this day, or before this time */
                until?: string;
                /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                timezone?: string;
                /** @description only those with these words in title, first prompt, folder, branch, tag, remark or id */
                match?: string[];
                /** @description only those that this model answered last */
                model?: string;
                /** @description only those of this git branch */
                branch?: string;
                /** @description only those with this tag */
                tag?: string;
                /** @description only those of this person of a team */
                person?: string;
                /** @description only those of this other machine */
                machine?: string;
                /** @description only the sessions with these whole ids */
                id?: string[];
                /** @description only those that Claude Code will remove within N days */
                daysLeft?: number;
                /** @description only those that run */
                running?: boolean;
                /** @description only those that you pinned */
                pinned?: boolean;
                /** @description also transcripts of subagents */
                subagents?: boolean;
                /** @description also files that the official tools leave out: without prompt or title, or not named by an id */
                empty?: boolean;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description also sessions whose transcript is gone, with the prompts that are left */
                ghosts?: boolean;
                /** @description count the messages that clew show prints, and say what each session used and cost; reads every session */
                counts?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the project: its folder or one below it, or a part of its name */
                    path?: string;
                    /**
                     * @description sessions of all projects
                     * @default false
                     */
                    all?: boolean;
                    /**
                     * @description at most N sessions; 0 for all
                     * @default 0
                     */
                    limit?: number;
                    /**
                     * @description leave out the first N
                     * @default 0
                     */
                    offset?: number;
                    /** @description continue after the page that gave this cursor */
                    cursor?: string;
                    /**
                     * @description what comes first
                     * @default updated
                     * @enum {string}
                     */
                    sort?: "updated" | "created" | "size" | "messages";
                    /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                    since?: string;
                    /** @description up to the end of this day, or before this time */
                    until?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /** @description only those with these words in title, first prompt, folder, branch, tag, remark or id */
                    match?: string[];
                    /** @description only those that this model answered last */
                    model?: string;
                    /** @description only those of this git branch */
                    branch?: string;
                    /** @description only those with this tag */
                    tag?: string;
                    /** @description only those of this person of a team */
                    person?: string;
                    /** @description only those of this other machine */
                    machine?: string;
                    /** @description only the sessions with these whole ids */
                    id?: string[];
                    /** @description only those that Claude Code will remove within N days */
                    daysLeft?: number;
                    /**
                     * @description only those that run
                     * @default false
                     */
                    running?: boolean;
                    /**
                     * @description only those that you pinned
                     * @default false
                     */
                    pinned?: boolean;
                    /**
                     * @description also transcripts of subagents
                     * @default false
                     */
                    subagents?: boolean;
                    /**
                     * @description also files that the official tools leave out: without prompt or title, or not named by an id
                     * @default false
                     */
                    empty?: boolean;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description also sessions whose transcript is gone, with the prompts that are left
                     * @default false
                     */
                    ghosts?: boolean;
                    /**
                     * @description count the messages that clew show prints, and say what each session used and cost; reads every session
                     * @default false
                     */
                    counts?: boolean;
                };
            };
        };
        responses: {
            /** @description a page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    projectsGet: {
        parameters: {
            query?: {
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    projects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    labelsGet: {
        parameters: {
            query?: {
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description labels by which sessions can be filtered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionLabels"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    labels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description labels by which sessions can be filtered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionLabels"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    promptsGet: {
        parameters: {
            query?: {
                /** @description what to look for */
                query?: string[];
                /** @description only prompts typed in this folder: its path, or a part of its name */
                project?: string;
                /** @description only prompts of this session: its id or the start of one, its title, or @1 */
                session?: string;
                /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                since?: string;
                /** @description up to the end of this day, or before this time */
                until?: string;
                /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                timezone?: string;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description at most N prompts; 0 for all */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description prompts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    prompts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description what to look for */
                    query?: string[];
                    /** @description only prompts typed in this folder: its path, or a part of its name */
                    project?: string;
                    /** @description only prompts of this session: its id or the start of one, its title, or @1 */
                    session?: string;
                    /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                    since?: string;
                    /** @description up to the end of this day, or before this time */
                    until?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description at most N prompts; 0 for all
                     * @default 0
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description prompts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    infoGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description without tokens and cost, for which all transcripts are read when there is no index */
                noUsage?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a session by itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description without tokens and cost, for which all transcripts are read when there is no index
                     * @default false
                     */
                    noUsage?: boolean;
                };
            };
        };
        responses: {
            /** @description a session by itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    todosGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description todo lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoLists"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    todos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                };
            };
        };
        responses: {
            /** @description todo lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoLists"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    plansGet: {
        parameters: {
            query?: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session?: string;
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description plans and checkpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    plans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description plans and checkpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    filesGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description the message */
                at?: string;
                /** @description print this file as it was then */
                cat?: string;
                /** @description compare with another message, or with the disk */
                diff?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description files at a message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedFiles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    files: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the message */
                    at?: string;
                    /** @description print this file as it was then */
                    cat?: string;
                    /** @description compare with another message, or with the disk */
                    diff?: string;
                };
            };
        };
        responses: {
            /** @description files at a message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedFiles"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    agentsGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description also warm-ups */
                warmups?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description subagents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubagentList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    agents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description also warm-ups
                     * @default false
                     */
                    warmups?: boolean;
                };
            };
        };
        responses: {
            /** @description subagents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubagentList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description the conversation of this subagent instead: an id of `clew agents` */
                agent?: string;
                /** @description all that a person saw, or what the model would be sent */
                view?: "transcript" | "context";
                /** @description start at the message that holds this line, on whichever branch, and show it unfolded */
                at?: string;
                /** @description leave out the first N messages; with --first N: one page */
                offset?: number;
                /** @description with --at: also N messages before it */
                before?: number;
                /** @description with --json: cut texts and leave out JSON of more than N bytes */
                longestText?: number;
                /** @description only the first N messages */
                first?: number;
                /** @description only the last N messages; with --at: the N that end with it */
                last?: number;
                /** @description also lines that are not meant to be read: meta, attachments, system */
                meta?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a conversation, or a part of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /** @description the conversation of this subagent instead: an id of `clew agents` */
                    agent?: string;
                    /**
                     * @description all that a person saw, or what the model would be sent
                     * @default transcript
                     * @enum {string}
                     */
                    view?: "transcript" | "context";
                    /** @description start at the message that holds this line, on whichever branch, and show it unfolded */
                    at?: string;
                    /** @description leave out the first N messages; with --first N: one page */
                    offset?: number;
                    /** @description with --at: also N messages before it */
                    before?: number;
                    /** @description with --json: cut texts and leave out JSON of more than N bytes */
                    longestText?: number;
                    /** @description only the first N messages */
                    first?: number;
                    /** @description only the last N messages; with --at: the N that end with it */
                    last?: number;
                    /**
                     * @description also lines that are not meant to be read: meta, attachments, system
                     * @default false
                     */
                    meta?: boolean;
                };
            };
        };
        responses: {
            /** @description a conversation, or a part of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    tailGet: {
        parameters: {
            query?: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session?: string;
                /** @description a whole project instead */
                project?: string;
                /** @description sessions of all projects */
                all?: boolean;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description also what subagents say */
                subagents?: boolean;
                /** @description begin with the last N messages */
                lines?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description something that happened */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Event"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    tail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string;
                    /** @description a whole project instead */
                    project?: string;
                    /**
                     * @description sessions of all projects
                     * @default false
                     */
                    all?: boolean;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description also what subagents say
                     * @default false
                     */
                    subagents?: boolean;
                    /**
                     * @description begin with the last N messages
                     * @default 5
                     */
                    lines?: number;
                };
            };
        };
        responses: {
            /** @description something that happened */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Event"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    outlineGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description the conversation of this subagent instead: an id of `clew agents` */
                agent?: string;
                /** @description also lines that are not meant to be read: meta, attachments, system */
                meta?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a conversation in short */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    outline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /** @description the conversation of this subagent instead: an id of `clew agents` */
                    agent?: string;
                    /**
                     * @description also lines that are not meant to be read: meta, attachments, system
                     * @default false
                     */
                    meta?: boolean;
                };
            };
        };
        responses: {
            /** @description a conversation in short */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    contextGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description with --json also the messages themselves, as plain role and content */
                messages?: boolean;
                /** @description say what the API would refuse of it */
                check?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what a resume would send */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    context: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /**
                     * @description with --json also the messages themselves, as plain role and content
                     * @default false
                     */
                    messages?: boolean;
                    /**
                     * @description say what the API would refuse of it
                     * @default false
                     */
                    check?: boolean;
                };
            };
        };
        responses: {
            /** @description what a resume would send */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    branchesGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description also every fork of the lines, and why it is a branch or none */
                why?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the branches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    branches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /**
                     * @description also every fork of the lines, and why it is a branch or none
                     * @default false
                     */
                    why?: boolean;
                };
            };
        };
        responses: {
            /** @description the branches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    outcomeGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what became of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOutcome"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    outcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                };
            };
        };
        responses: {
            /** @description what became of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOutcome"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    turnsGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description the conversation of this subagent instead: an id of `clew agents` */
                agent?: string;
                /** @description also what each turn brought into the context, and the largest texts */
                parts?: boolean;
                /** @description also every call of a tool, with its times */
                calls?: boolean;
                /** @description without tokens and cost, for which all transcripts are read when there is no index */
                noUsage?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a conversation turn by turn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    turns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /** @description the conversation of this subagent instead: an id of `clew agents` */
                    agent?: string;
                    /**
                     * @description also what each turn brought into the context, and the largest texts
                     * @default false
                     */
                    parts?: boolean;
                    /**
                     * @description also every call of a tool, with its times
                     * @default false
                     */
                    calls?: boolean;
                    /**
                     * @description without tokens and cost, for which all transcripts are read when there is no index
                     * @default false
                     */
                    noUsage?: boolean;
                };
            };
        };
        responses: {
            /** @description a conversation turn by turn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changesGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description only what this turn changed, by its number in `clew turns`, from 1 */
                turn?: number;
                /** @description only this file */
                file?: string;
                /** @description with --json: also every change by itself */
                steps?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description everything that a session did to files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionChanges"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /** @description only what this turn changed, by its number in `clew turns`, from 1 */
                    turn?: number;
                    /** @description only this file */
                    file?: string;
                    /**
                     * @description with --json: also every change by itself
                     * @default false
                     */
                    steps?: boolean;
                };
            };
        };
        responses: {
            /** @description everything that a session did to files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionChanges"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    diffGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description the first branch: its last line, or a unique start of its uuid */
                a?: string;
                /** @description the second branch; the active one when left out */
                b?: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description with --json: cut texts and leave out JSON of more than N bytes */
                longestText?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description two branches of a session, compared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    diff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the first branch: its last line, or a unique start of its uuid */
                    a?: string;
                    /** @description the second branch; the active one when left out */
                    b?: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description with --json: cut texts and leave out JSON of more than N bytes */
                    longestText?: number;
                };
            };
        };
        responses: {
            /** @description two branches of a session, compared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    treeGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description which version's rules find the conversation */
                rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                /** @description end at this line instead of the one the rules find */
                leaf?: string;
                /** @description with --json: the first words of prompts that are not on the shown branch */
                previews?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the tree of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTree"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    tree: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description which version's rules find the conversation
                     * @default 2.1
                     * @enum {string}
                     */
                    rules?: "2.1" | "2.0" | "1.0" | "newest-leaf" | "sdk";
                    /** @description end at this line instead of the one the rules find */
                    leaf?: string;
                    /**
                     * @description with --json: the first words of prompts that are not on the shown branch
                     * @default false
                     */
                    previews?: boolean;
                };
            };
        };
        responses: {
            /** @description the tree of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTree"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    statsGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description without tokens and cost, for which all transcripts are read when there is no index */
                noUsage?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description counts of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionStats"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description without tokens and cost, for which all transcripts are read when there is no index
                     * @default false
                     */
                    noUsage?: boolean;
                };
            };
        };
        responses: {
            /** @description counts of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionStats"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rawGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description the line's uuid, or a unique start of it */
                uuid: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    raw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the line's uuid, or a unique start of it */
                    uuid: string;
                };
            };
        };
        responses: {
            /** @description the answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    checkGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description findings about a transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileCheck"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                };
            };
        };
        responses: {
            /** @description findings about a transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileCheck"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    doctorGet: {
        parameters: {
            query?: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session?: string;
                /** @description without SESSION: at most N sessions of each kind; 0 for all */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what is wrong, and what was done about it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    doctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string;
                    /**
                     * @description without SESSION: at most N sessions of each kind; 0 for all
                     * @default 5
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description what is wrong, and what was done about it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    redactGet: {
        parameters: {
            query?: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session?: string;
                /** @description also hide this text; may be given again */
                literal?: string[];
                /** @description also hide what this expression (RE2) matches, or its first group */
                expression?: string[];
                /** @description also hide what is no secret but tells who and where somebody is */
                also?: ("email" | "ip" | "home" | "host")[];
                /** @description do not look for this kind; may be given again */
                without?: string[];
                /** @description sessions of all projects */
                all?: boolean;
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the secrets of a session, never a whole one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    redact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string;
                    /** @description also hide this text; may be given again */
                    literal?: string[];
                    /** @description also hide what this expression (RE2) matches, or its first group */
                    expression?: string[];
                    /** @description also hide what is no secret but tells who and where somebody is */
                    also?: ("email" | "ip" | "home" | "host")[];
                    /** @description do not look for this kind; may be given again */
                    without?: string[];
                    /**
                     * @description sessions of all projects
                     * @default false
                     */
                    all?: boolean;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description the secrets of a session, never a whole one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    scanGet: {
        parameters: {
            query?: {
                /** @description sessions of all projects */
                all?: boolean;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description also hide this text; may be given again */
                literal?: string[];
                /** @description also hide what this expression (RE2) matches, or its first group */
                expression?: string[];
                /** @description also hide what is no secret but tells who and where somebody is */
                also?: ("email" | "ip" | "home" | "host")[];
                /** @description do not look for this kind; may be given again */
                without?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the secrets in sessions, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    scan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description sessions of all projects
                     * @default false
                     */
                    all?: boolean;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /** @description also hide this text; may be given again */
                    literal?: string[];
                    /** @description also hide what this expression (RE2) matches, or its first group */
                    expression?: string[];
                    /** @description also hide what is no secret but tells who and where somebody is */
                    also?: ("email" | "ip" | "home" | "host")[];
                    /** @description do not look for this kind; may be given again */
                    without?: string[];
                };
            };
        };
        responses: {
            /** @description the secrets in sessions, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    decide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description do not hide this: the number of a finding, a label such as 'github-token 1', or a kind; may be given again */
                    keep?: string[];
                    /** @description hide this, whatever was decided about its kind */
                    hide?: string[];
                    /** @description forget what was decided about this */
                    undecided?: string[];
                    /** @description also hide this text; may be given again */
                    literal?: string[];
                    /** @description also hide what this expression (RE2) matches, or its first group */
                    expression?: string[];
                    /** @description also hide what is no secret but tells who and where somebody is */
                    also?: ("email" | "ip" | "home" | "host")[];
                    /** @description do not look for this kind; may be given again */
                    without?: string[];
                };
            };
        };
        responses: {
            /** @description decisions about the secrets of a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description the form */
                format?: "markdown" | "html" | "text" | "jsonl" | "csv" | "patch" | "atif" | "otlp";
                /** @description the branch that ends at this line instead of the one that continues */
                branch?: string;
                /** @description begin with the message that holds this line */
                from?: string;
                /** @description end with the message that holds this line */
                to?: string;
                /** @description how much of the messages: all, no-tools (no calls) or talk (prompts and answers alone) */
                detail?: "all" | "no-tools" | "talk";
                /** @description leave secrets in */
                noRedact?: boolean;
                /** @description also hide this text; may be given again */
                literal?: string[];
                /** @description also hide what this expression (RE2) matches, or its first group */
                expression?: string[];
                /** @description also hide what is no secret but tells who and where somebody is */
                also?: ("email" | "ip" | "home" | "host")[];
                /** @description do not look for this kind; may be given again */
                without?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a session in another form */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description the form
                     * @default markdown
                     * @enum {string}
                     */
                    format?: "markdown" | "html" | "text" | "jsonl" | "csv" | "patch" | "atif" | "otlp";
                    /** @description the branch that ends at this line instead of the one that continues */
                    branch?: string;
                    /** @description begin with the message that holds this line */
                    from?: string;
                    /** @description end with the message that holds this line */
                    to?: string;
                    /**
                     * @description how much of the messages: all, no-tools (no calls) or talk (prompts and answers alone)
                     * @default all
                     * @enum {string}
                     */
                    detail?: "all" | "no-tools" | "talk";
                    /**
                     * @description leave secrets in
                     * @default false
                     */
                    noRedact?: boolean;
                    /** @description also hide this text; may be given again */
                    literal?: string[];
                    /** @description also hide what this expression (RE2) matches, or its first group */
                    expression?: string[];
                    /** @description also hide what is no secret but tells who and where somebody is */
                    also?: ("email" | "ip" | "home" | "host")[];
                    /** @description do not look for this kind; may be given again */
                    without?: string[];
                };
            };
        };
        responses: {
            /** @description a session in another form */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchGet: {
        parameters: {
            query?: {
                /** @description what to look for */
                query?: string[];
                /** @description only where the project's path contains this */
                project?: string[];
                /** @description only in this session: its id or the start of one, its title, or @1 */
                session?: string[];
                /** @description only what this role said */
                role?: ("user" | "assistant" | "tool" | "thinking" | "title")[];
                /** @description only calls of this tool and their results */
                tool?: string[];
                /** @description only calls about this file, named by the end of its path */
                file?: string[];
                /** @description only answers of a model whose name contains this */
                model?: string[];
                /** @description only lines written on this git branch */
                branch?: string[];
                /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                since?: string;
                /** @description up to the end of this day, or before this time */
                until?: string;
                /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                timezone?: string;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description only failed tools and API errors */
                errors?: boolean;
                /** @description at most N hits; 0 for all (else 20, with --list and --count all) */
                limit?: number;
                /** @description at most N hits of one session; 0 for all */
                perSession?: number;
                /** @description only the sessions, one a line, as `clew show` takes them */
                list?: boolean;
                /** @description only how many hits each session has */
                count?: boolean;
                /** @description bytes of text to show around a hit */
                context?: number;
                /** @description best first, or newest first */
                sort?: "rank" | "time";
                /** @description read the files even if there is an index */
                noIndex?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description what to look for */
                    query?: string[];
                    /** @description only where the project's path contains this */
                    project?: string[];
                    /** @description only in this session: its id or the start of one, its title, or @1 */
                    session?: string[];
                    /** @description only what this role said */
                    role?: ("user" | "assistant" | "tool" | "thinking" | "title")[];
                    /** @description only calls of this tool and their results */
                    tool?: string[];
                    /** @description only calls about this file, named by the end of its path */
                    file?: string[];
                    /** @description only answers of a model whose name contains this */
                    model?: string[];
                    /** @description only lines written on this git branch */
                    branch?: string[];
                    /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                    since?: string;
                    /** @description up to the end of this day, or before this time */
                    until?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description only failed tools and API errors
                     * @default false
                     */
                    errors?: boolean;
                    /** @description at most N hits; 0 for all (else 20, with --list and --count all) */
                    limit?: number;
                    /**
                     * @description at most N hits of one session; 0 for all
                     * @default 3
                     */
                    perSession?: number;
                    /**
                     * @description only the sessions, one a line, as `clew show` takes them
                     * @default false
                     */
                    list?: boolean;
                    /**
                     * @description only how many hits each session has
                     * @default false
                     */
                    count?: boolean;
                    /**
                     * @description bytes of text to show around a hit
                     * @default 160
                     */
                    context?: number;
                    /**
                     * @description best first, or newest first
                     * @default rank
                     * @enum {string}
                     */
                    sort?: "rank" | "time";
                    /**
                     * @description read the files even if there is an index
                     * @default false
                     */
                    noIndex?: boolean;
                };
            };
        };
        responses: {
            /** @description what was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    recallGet: {
        parameters: {
            query: {
                /** @description what you want to know, in plain words */
                question: string[];
                /** @description only where the project's path contains this */
                project?: string[];
                /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                since?: string;
                /** @description up to the end of this day, or before this time */
                until?: string;
                /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                timezone?: string;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description at most N sessions */
                limit?: number;
                /** @description about so many characters of answer */
                maxChars?: number;
                /** @description read the files even if there is an index */
                noIndex?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what was said before about a question */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    recall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description what you want to know, in plain words */
                    question: string[];
                    /** @description only where the project's path contains this */
                    project?: string[];
                    /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                    since?: string;
                    /** @description up to the end of this day, or before this time */
                    until?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description at most N sessions
                     * @default 5
                     */
                    limit?: number;
                    /**
                     * @description about so many characters of answer
                     * @default 8000
                     */
                    maxChars?: number;
                    /**
                     * @description read the files even if there is an index
                     * @default false
                     */
                    noIndex?: boolean;
                };
            };
        };
        responses: {
            /** @description what was said before about a question */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    whoGet: {
        parameters: {
            query: {
                /** @description a file, or the hash of a commit: at least seven digits of it */
                what: string;
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description who touched a file, or made a commit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Touches"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    who: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description a file, or the hash of a commit: at least seven digits of it */
                    what: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description who touched a file, or made a commit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Touches"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    usageGet: {
        parameters: {
            query?: {
                /** @description what to count by; explain wants a session or message after it */
                kind?: "daily" | "weekly" | "monthly" | "sessions" | "projects" | "models" | "tools" | "branches" | "people" | "machines" | "repositories" | "blocks" | "explain";
                /** @description for explain: a session, a message.id, a requestId or the uuid of a line */
                target?: string;
                /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                since?: string;
                /** @description up to the end of this day, or before this time */
                until?: string;
                /** @description only this project: its folder, or part of its key */
                project?: string;
                /** @description only this session and its subagents */
                session?: string;
                /** @description only models with this in their names */
                model?: string;
                /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                timezone?: string;
                /** @description also what you hid */
                hidden?: boolean;
                /** @description also by model, and subagents apart */
                breakdown?: boolean;
                /** @description read the files even if there is an index */
                noIndex?: boolean;
                /** @description on a terminal at most N lines; 0 for all */
                limit?: number;
                /** @description print comma-separated values */
                csv?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description tokens and money */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description what to count by; explain wants a session or message after it
                     * @default daily
                     * @enum {string}
                     */
                    kind?: "daily" | "weekly" | "monthly" | "sessions" | "projects" | "models" | "tools" | "branches" | "people" | "machines" | "repositories" | "blocks" | "explain";
                    /** @description for explain: a session, a message.id, a requestId or the uuid of a line */
                    target?: string;
                    /** @description from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, 2026-01-31T09:00 */
                    since?: string;
                    /** @description up to the end of this day, or before this time */
                    until?: string;
                    /** @description only this project: its folder, or part of its key */
                    project?: string;
                    /** @description only this session and its subagents */
                    session?: string;
                    /** @description only models with this in their names */
                    model?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                    /**
                     * @description also by model, and subagents apart
                     * @default false
                     */
                    breakdown?: boolean;
                    /**
                     * @description read the files even if there is an index
                     * @default false
                     */
                    noIndex?: boolean;
                    /** @description on a terminal at most N lines; 0 for all */
                    limit?: number;
                    /**
                     * @description print comma-separated values
                     * @default false
                     */
                    csv?: boolean;
                };
            };
        };
        responses: {
            /** @description tokens and money */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    hide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string[];
                    /** @description a whole project: its folder, or a part of its name */
                    project?: string[];
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    unhide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string[];
                    /** @description a whole project: its folder, or a part of its name */
                    project?: string[];
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    pin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string[];
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    unpin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session?: string[];
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    remark: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description what to remark */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the new title */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    tag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the tag */
                    tag?: string;
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    trashGet: {
        parameters: {
            query?: {
                /** @description also what you hid */
                hidden?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description deleted sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrashList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    trash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description also what you hid
                     * @default false
                     */
                    hidden?: boolean;
                };
            };
        };
        responses: {
            /** @description deleted sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrashList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the deleted session, or the start of it; clew trash lists them */
                    session: string;
                };
            };
        };
        responses: {
            /** @description what was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    index: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description what to do
                     * @default build
                     * @enum {string}
                     */
                    what?: "build" | "status" | "verify" | "drop";
                };
            };
        };
        responses: {
            /** @description the index */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    keep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description what to do
                     * @default now
                     * @enum {string}
                     */
                    what?: "now" | "status" | "check" | "versions" | "forget" | "encrypt" | "unlock";
                    /** @description for forget and versions: the sessions, as clew show takes them */
                    session?: string[];
                    /** @description for forget: all that are only kept and did not change since this time */
                    before?: string;
                    /** @description time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine) */
                    timezone?: string;
                    /**
                     * @description for forget: do it without asking
                     * @default false
                     */
                    yes?: boolean;
                    /**
                     * @description say what would be done, and write nothing
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description the keep */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keep"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /**
                     * @description an earlier version of the transcript, as clew keep versions counts them
                     * @default 0
                     */
                    number?: number;
                };
            };
        };
        responses: {
            /** @description what came back from the keep */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description what to say */
                    prompt?: string;
                    /** @description work in this folder instead of this one */
                    folder?: string;
                    /** @description make a folder for the session: tmp, clone or clone=PATH */
                    workspace?: string;
                    /**
                     * @description link the CLAUDE.md of this folder into the workspace
                     * @default false
                     */
                    linkClaudeMd?: boolean;
                    /** @description the model to use */
                    model?: string;
                    /** @description the model to use when that is busy */
                    fallbackModel?: string;
                    /** @description default, acceptEdits, plan, ... as claude knows them */
                    permissionMode?: string;
                    /** @description a tool that needs no question, such as Read or Bash(git log:*) */
                    allowedTools?: string[];
                    /** @description a tool that must not be used */
                    disallowedTools?: string[];
                    /** @description another folder that tools may use */
                    addDir?: string[];
                    /** @description text to add to the system prompt */
                    appendSystemPrompt?: string;
                    /** @description text instead of the system prompt */
                    systemPrompt?: string;
                    /** @description at most N rounds of tools */
                    maxTurns?: number;
                    /**
                     * @description print only the text of the answer, as into a pipe; no questions are asked
                     * @default false
                     */
                    print?: boolean;
                    /**
                     * @description only show what would be sent, and what would be left out
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description only print the shell command that would do it
                     * @default false
                     */
                    printCommand?: boolean;
                };
            };
        };
        responses: {
            /** @description a line of a driven conversation, or what is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["DriveLine"] | components["schemas"]["DrivePlan"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description what to say */
                    prompt?: string;
                    /** @description continue from this line */
                    at?: string;
                    /**
                     * @description continue in a copy, a new session; the old one is not touched
                     * @default false
                     */
                    fork?: boolean;
                    /**
                     * @description also when the session is running elsewhere
                     * @default false
                     */
                    force?: boolean;
                    /** @description title of the copy */
                    title?: string;
                    /** @description work in this folder instead of the session's own */
                    folder?: string;
                    /** @description the model to use */
                    model?: string;
                    /** @description the model to use when that is busy */
                    fallbackModel?: string;
                    /** @description default, acceptEdits, plan, ... as claude knows them */
                    permissionMode?: string;
                    /** @description a tool that needs no question, such as Read or Bash(git log:*) */
                    allowedTools?: string[];
                    /** @description a tool that must not be used */
                    disallowedTools?: string[];
                    /** @description another folder that tools may use */
                    addDir?: string[];
                    /** @description text to add to the system prompt */
                    appendSystemPrompt?: string;
                    /** @description text instead of the system prompt */
                    systemPrompt?: string;
                    /** @description at most N rounds of tools */
                    maxTurns?: number;
                    /**
                     * @description print only the text of the answer, as into a pipe; no questions are asked
                     * @default false
                     */
                    print?: boolean;
                    /**
                     * @description only show what would be sent, and what would be left out
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description only print the shell command that would do it
                     * @default false
                     */
                    printCommand?: boolean;
                };
            };
        };
        responses: {
            /** @description a line of a driven conversation, or what is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["DriveLine"] | components["schemas"]["DrivePlan"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    edit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the prompt, by its uuid or the start of it */
                    uuid: string;
                    /** @description what to say */
                    prompt?: string;
                    /**
                     * @description without the files and pages that an editor attached to the old prompt
                     * @default false
                     */
                    noContext?: boolean;
                    /**
                     * @description continue in a copy, a new session; the old one is not touched
                     * @default false
                     */
                    fork?: boolean;
                    /**
                     * @description also when the session is running elsewhere
                     * @default false
                     */
                    force?: boolean;
                    /** @description title of the copy */
                    title?: string;
                    /** @description work in this folder instead of the session's own */
                    folder?: string;
                    /** @description the model to use */
                    model?: string;
                    /** @description the model to use when that is busy */
                    fallbackModel?: string;
                    /** @description default, acceptEdits, plan, ... as claude knows them */
                    permissionMode?: string;
                    /** @description a tool that needs no question, such as Read or Bash(git log:*) */
                    allowedTools?: string[];
                    /** @description a tool that must not be used */
                    disallowedTools?: string[];
                    /** @description another folder that tools may use */
                    addDir?: string[];
                    /** @description text to add to the system prompt */
                    appendSystemPrompt?: string;
                    /** @description text instead of the system prompt */
                    systemPrompt?: string;
                    /** @description at most N rounds of tools */
                    maxTurns?: number;
                    /**
                     * @description print only the text of the answer, as into a pipe; no questions are asked
                     * @default false
                     */
                    print?: boolean;
                    /**
                     * @description only show what would be sent, and what would be left out
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description only print the shell command that would do it
                     * @default false
                     */
                    printCommand?: boolean;
                };
            };
        };
        responses: {
            /** @description a line of a driven conversation, or what is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["DriveLine"] | components["schemas"]["DrivePlan"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    fork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description the last line of the copy */
                    at?: string;
                    /** @description title of the copy */
                    title?: string;
                    /** @description make it a session of this folder */
                    folder?: string;
                    /**
                     * @description only show what would be copied
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description what is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrivePlan"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description what to do
                     * @default list
                     * @enum {string}
                     */
                    action?: "list" | "clean";
                    /** @description only this workspace */
                    name?: string;
                    /**
                     * @description also when work would be lost
                     * @default false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description workspaces */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    pathsGet: {
        parameters: {
            query: {
                /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                session: string;
                /** @description only paths that hold this */
                match?: string;
                /** @description at most N paths */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description files of a session's folder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderPaths"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    paths: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the session: an id or the start of one, a title, @1 for the newest, or (on a command line) a file */
                    session: string;
                    /** @description only paths that hold this */
                    match?: string;
                    /**
                     * @description at most N paths
                     * @default 20
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description files of a session's folder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderPaths"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    conversationsGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description driven conversations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description driven conversations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    send: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the conversation, or of its session */
                    conversation: string;
                    /** @description what to say */
                    prompt?: string;
                    /** @description content blocks as a JSON array, instead of PROMPT */
                    blocks?: string;
                };
            };
        };
        responses: {
            /** @description a prompt that was taken */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    interrupt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the conversation, or of its session */
                    conversation: string;
                };
            };
        };
        responses: {
            /** @description it was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    permission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the conversation, or of its session */
                    conversation: string;
                    /** @description id of the request */
                    request: string;
                    /**
                     * @description allow, deny, or allow and remember what claude suggests
                     * @enum {string}
                     */
                    answer: "allow" | "deny" | "always";
                    /** @description why not, for the model */
                    message?: string;
                    /** @description other input for the tool, as JSON */
                    input?: string;
                    /**
                     * @description with deny: also interrupt the turn
                     * @default false
                     */
                    stop?: boolean;
                };
            };
        };
        responses: {
            /** @description it was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    configure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the conversation, or of its session */
                    conversation: string;
                    /** @description the model to use from now on */
                    model?: string;
                    /** @description the permission mode */
                    permissionMode?: string;
                };
            };
        };
        responses: {
            /** @description it was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    close: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description id of the conversation, or of its session */
                    conversation: string;
                    /**
                     * @description let the running turn finish first
                     * @default false
                     */
                    afterTurn?: boolean;
                };
            };
        };
        responses: {
            /** @description it was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description only events of this session */
                session?: string;
                /** @description only events of this project */
                project?: string;
                /** @description only events of this transcript */
                file?: string;
                /** @description only events of this type; may be given several times */
                type?: string;
                /** @description begin after the event with this number, like Last-Event-ID */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description server-sent events; "resync" says: read the state again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    server: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description its version, and whether it drives claude */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description the cookie is set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    loginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
