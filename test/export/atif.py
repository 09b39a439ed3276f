# SPDX-License-Identifier: MIT
"""What Harbor's validator checks of ATIF-v1.7, by the published rules: every object knows its members, steps are
numbered, results belong to calls of their step, subagents have names of their own."""
import datetime

TEXT, INT, NUMBER, BOOL, OBJECT, LIST = str, int, (int, float), bool, dict, list
AGENT_ONLY = ("model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics")
MEDIA = ("image/jpeg", "image/png", "image/gif", "image/webp")

# member: (types, required)
TRAJECTORY = {"schema_version": (TEXT, True), "session_id": (TEXT, False), "trajectory_id": (TEXT, False), "agent": (OBJECT, True),
              "steps": (LIST, True), "notes": (TEXT, False), "final_metrics": (OBJECT, False), "continued_trajectory_ref": (TEXT, False),
              "extra": (OBJECT, False), "subagent_trajectories": (LIST, False)}
AGENT = {"name": (TEXT, True), "version": (TEXT, True), "model_name": (TEXT, False), "tool_definitions": (LIST, False), "extra": (OBJECT, False)}
STEP = {"step_id": (INT, True), "timestamp": (TEXT, False), "source": (TEXT, True), "message": ((TEXT, LIST), True), "model_name": (TEXT, False),
        "reasoning_effort": ((TEXT, int, float), False), "reasoning_content": (TEXT, False), "tool_calls": (LIST, False), "observation": (OBJECT, False),
        "metrics": (OBJECT, False), "llm_call_count": (INT, False), "is_copied_context": (BOOL, False), "extra": (OBJECT, False)}
CALL = {"tool_call_id": (TEXT, True), "function_name": (TEXT, True), "arguments": (OBJECT, True), "extra": (OBJECT, False)}
OBSERVATION = {"results": (LIST, True)}
RESULT = {"source_call_id": (TEXT, False), "content": ((TEXT, LIST), False), "subagent_trajectory_ref": (LIST, False), "extra": (OBJECT, False)}
REF = {"trajectory_id": (TEXT, False), "trajectory_path": (TEXT, False), "session_id": (TEXT, False), "extra": (OBJECT, False)}
PART = {"type": (TEXT, True), "text": (TEXT, False), "source": (OBJECT, False)}
METRICS = {"prompt_tokens": (INT, False), "completion_tokens": (INT, False), "cached_tokens": (INT, False), "cost_usd": (NUMBER, False),
           "prompt_token_ids": (LIST, False), "completion_token_ids": (LIST, False), "logprobs": (LIST, False), "extra": (OBJECT, False)}
FINAL = {"total_prompt_tokens": (INT, False), "total_completion_tokens": (INT, False), "total_cached_tokens": (INT, False),
         "total_cost_usd": (NUMBER, False), "total_steps": (INT, False), "extra": (OBJECT, False)}


class Invalid(Exception):
    pass


def need(holds, where, what):
    if not holds:
        raise Invalid(f"{where}: {what}")


def check_object(value, members, where):
    need(isinstance(value, dict), where, "is no object")
    for name, (types, required) in members.items():
        if name not in value:
            need(not required, where, f"{name} is missing")
            continue
        of = value[name]
        types = types if isinstance(types, tuple) else (types,)
        fits = isinstance(of, types) and (BOOL in types or not isinstance(of, bool))
        need(fits, f"{where}.{name}", f"is {type(of).__name__}")
    need(not set(value) - set(members), where, f"unknown {sorted(set(value) - set(members))}")


def check_content(content, where):
    if isinstance(content, str):
        return
    for i, part in enumerate(content):
        check_object(part, PART, f"{where}[{i}]")
        need(part["type"] in ("text", "image"), where, part["type"])
        need(("text" in part) == (part["type"] == "text"), where, "text where none belongs")
        need(("source" in part) == (part["type"] == "image"), where, "source where none belongs")
        if part["type"] == "image":
            need(part["source"].get("media_type") in MEDIA and isinstance(part["source"].get("path"), str), where, "bad source")


def check_step(step, number, where):
    check_object(step, STEP, where)
    need(step["step_id"] == number, where, f"step_id {step['step_id']}")
    need(step["source"] in ("system", "user", "agent"), where, step["source"])
    check_content(step["message"], f"{where}.message")
    if "timestamp" in step:
        datetime.datetime.fromisoformat(step["timestamp"].replace("Z", "+00:00"))
    if step["source"] != "agent":
        need(not [name for name in AGENT_ONLY if name in step], where, "has what only agents have")
    if step.get("llm_call_count") == 0 and step["source"] == "agent":
        need("metrics" not in step and "reasoning_content" not in step, where, "no call, but metrics")
    calls = set()
    for i, call in enumerate(step.get("tool_calls", [])):
        check_object(call, CALL, f"{where}.tool_calls[{i}]")
        calls.add(call["tool_call_id"])
    if "metrics" in step:
        check_object(step["metrics"], METRICS, f"{where}.metrics")
        need(step["metrics"].get("cached_tokens", 0) <= step["metrics"].get("prompt_tokens", 0), where, "more cached than sent")
    if "observation" not in step:
        return
    check_object(step["observation"], OBSERVATION, f"{where}.observation")
    for i, result in enumerate(step["observation"]["results"]):
        place = f"{where}.results[{i}]"
        check_object(result, RESULT, place)
        need("source_call_id" not in result or result["source_call_id"] in calls, place, "of no call of this step")
        check_content(result.get("content", ""), place)
        for ref in result.get("subagent_trajectory_ref", []):
            check_object(ref, REF, place)
            need("trajectory_id" in ref or "trajectory_path" in ref, place, "refers to nothing")


def refs_of(trajectory):
    return [ref["trajectory_id"] for step in trajectory["steps"] for result in step.get("observation", {}).get("results", [])
            for ref in result.get("subagent_trajectory_ref", [])]


def check(trajectory, where="trajectory", embedded=False):
    """Raises Invalid; gives the number of steps of it and its subagents."""
    check_object(trajectory, TRAJECTORY, where)
    need(trajectory["schema_version"] == "ATIF-v1.7", where, trajectory["schema_version"])
    check_object(trajectory["agent"], AGENT, f"{where}.agent")
    need(trajectory["steps"], where, "no steps")
    for i, step in enumerate(trajectory["steps"]):
        check_step(step, i + 1, f"{where}.steps[{i}]")
    if "final_metrics" in trajectory:
        check_object(trajectory["final_metrics"], FINAL, f"{where}.final_metrics")
        need(trajectory["final_metrics"].get("total_steps") == len(trajectory["steps"]), where, "total_steps")
    need(not embedded or trajectory.get("trajectory_id"), where, "a subagent without trajectory_id")
    inner = trajectory.get("subagent_trajectories", [])
    ids = [one.get("trajectory_id") for one in inner]
    need(len(ids) == len(set(ids)), where, "two subagents of one id")
    need(set(refs_of(trajectory)) <= set(ids), where, "refers to a subagent that is not there")
    return len(trajectory["steps"]) + sum(check(one, f"{where}.subagents[{i}]", True) for i, one in enumerate(inner))
