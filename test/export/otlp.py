# SPDX-License-Identifier: MIT
"""The protobuf JSON mapping of an OTLP trace request, by the published rules, and the tree that its spans make."""
import re

HEX32, HEX16 = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{16}")
VALUES = {"stringValue": str, "boolValue": bool, "intValue": str, "doubleValue": (int, float), "arrayValue": dict, "kvlistValue": dict,
          "bytesValue": str}
SPAN = {"traceId", "spanId", "parentSpanId", "traceState", "flags", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes",
        "events", "links", "status", "droppedAttributesCount", "droppedEventsCount", "droppedLinksCount"}
OPERATIONS = {"invoke_agent": 1, "chat": 3, "execute_tool": 1}


class Invalid(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Invalid(what)


def check_value(value):
    need(len(value) == 1, value)
    (kind, of), = value.items()
    need(kind in VALUES and isinstance(of, VALUES[kind]), value)
    if kind == "intValue":
        need(re.fullmatch(r"-?\d+", of) and -2**63 <= int(of) < 2**63, of)
    if kind == "arrayValue":
        need(set(of) <= {"values"}, of)
        for one in of.get("values", []):
            check_value(one)


def attributes(of):
    out = {}
    for one in of:
        need(set(one) == {"key", "value"} and one["key"] and one["key"] not in out, one)
        check_value(one["value"])
        out[one["key"]] = next(iter(one["value"].values()))
    return out


def check_span(span):
    need(set(span) <= SPAN, set(span) - SPAN)
    need(HEX32.fullmatch(span["traceId"]) and set(span["traceId"]) != {"0"}, span["traceId"])
    need(HEX16.fullmatch(span["spanId"]) and set(span["spanId"]) != {"0"}, span["spanId"])
    need("parentSpanId" not in span or HEX16.fullmatch(span["parentSpanId"]), span)
    need(isinstance(span["kind"], int) and 0 <= span["kind"] <= 5, span["kind"])
    for name in ("startTimeUnixNano", "endTimeUnixNano"):
        need(isinstance(span[name], str) and re.fullmatch(r"\d+", span[name]), span[name])
    need(int(span["endTimeUnixNano"]) >= int(span["startTimeUnixNano"]), "ends before it begins")
    status = span.get("status", {})
    need(set(status) <= {"code", "message"} and status.get("code", 0) in (0, 1, 2), status)
    of = attributes(span["attributes"])
    operation = of["gen_ai.operation.name"]
    need(OPERATIONS[operation] == span["kind"], (operation, span["kind"]))
    need(span["name"].split(" ", 1)[0] == operation, span["name"])
    need((status.get("code") == 2) == ("error.type" in of), "status and error.type differ")
    if operation == "chat":
        need(of["gen_ai.provider.name"] == "anthropic" and span["name"] == "chat " + of["gen_ai.request.model"], span["name"])
    if operation == "execute_tool":
        need(of["gen_ai.tool.name"], span["name"])
    return of


def check(request):
    """Raises Invalid; gives [(span, its attributes)]."""
    need(set(request) == {"resourceSpans"}, set(request))
    found = []
    for resource in request["resourceSpans"]:
        need(set(resource) <= {"resource", "scopeSpans", "schemaUrl"}, set(resource))
        need(attributes(resource["resource"]["attributes"])["service.name"], "no service.name")
        for scope in resource["scopeSpans"]:
            need(set(scope) <= {"scope", "spans", "schemaUrl"}, set(scope))
            need(scope["schemaUrl"] == "https://opentelemetry.io/schemas/gen-ai/1.42.0", scope["schemaUrl"])
            found += [(span, check_span(span)) for span in scope["spans"]]
    return found


def check_tree(found):
    ids = [span["spanId"] for span, _ in found]
    need(len(ids) == len(set(ids)), "two spans of one id")
    by_id = {span["spanId"]: (span, of) for span, of in found}
    for span, of in found:
        parent = span.get("parentSpanId")
        if not parent:
            need(of["gen_ai.operation.name"] == "invoke_agent", "a root that is no agent")
            continue
        above, its = by_id[parent]
        need(above["traceId"] == span["traceId"], "a parent of another trace")
        wanted = "execute_tool" if of["gen_ai.operation.name"] == "invoke_agent" else "invoke_agent"
        need(its["gen_ai.operation.name"] == wanted, (span["name"], above["name"]))
