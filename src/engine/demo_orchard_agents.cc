// SPDX-License-Identifier: MIT
//
// The orchard's helpers: two agents of the frost session, and a session that is a workflow.

#include <string>

#include "engine/demo_orchard.h"

namespace clew::demo {
namespace {

void save_agent(SessionWriter& main, SessionWriter& agent, const std::string& agent_id,
                std::string_view type, std::string_view description, const Call& call) {
  agent.save();
  main.side_file(main.session_folder() + "/subagents/agent-" + agent_id + ".meta.json",
                 object({{"agentType", type},
                         {"isBuiltIn", true},
                         {"description", description},
                         {"toolUseId", call.id},
                         {"spawnDepth", 1},
                         {"finished", true}})
                     .text());
}

}  // namespace

SessionWriter run_sprinkler_agent(SessionWriter& main, const std::string& agent_id,
                                  const Call& call) {
  SessionWriter agent = main.subagent(agent_id, kHaiku);
  agent.file("orchard/sprinkler.py",
             "from orchard.gateway import clock\n\n\ndef open_until(minutes):\n"
             "    return clock().plus(minutes=minutes)\n");
  agent.prompt(kSprinklerTask);
  agent.answer({agent.read("orchard/sprinkler.py")});
  agent.answer({say(kSprinklerReply)});
  save_agent(main, agent, agent_id, "Explore", "Check the sprinkler's clock", call);
  return agent;
}

SessionWriter run_gateway_agent(SessionWriter& main, const std::string& agent_id,
                                const Call& call) {
  SessionWriter agent = main.subagent(agent_id, kSonnet);
  agent.prompt(kGatewayTask);
  agent.answer(
      {grep("gateway", {"orchard/bell.py", "orchard/frost.py", "orchard/sprinkler.py"}),
       bash("git log --format=%s -- orchard/gateway.py | tail -2", "Why local time",
            "gateway: local time, so that I can read the log at night\ngateway: first light")});
  agent.answer({say(kGatewayReply)});
  save_agent(main, agent, agent_id, "general-purpose", "Check the gateway's clock", call);
  return agent;
}

void notify(SessionWriter& main, const std::string& task, const std::string& call,
            std::string_view summary, std::string_view result) {
  const std::string text = "<task-notification>\n<task-id>" + task + "</task-id>\n<tool-use-id>" +
                           call + "</tool-use-id>\n<status>completed</status>\n<summary>" +
                           std::string(summary) + "</summary>\n<result>" + std::string(result) +
                           "</result>\n</task-notification>";
  main.queue_operation("enqueue", text);
  main.pass(40);
  main.queue_operation("dequeue", "");
  main.user_line(text,
                 {{"origin", object({{"kind", "task-notification"}})}, {"promptSource", "system"}});
}

// ---- a workflow: two agents check the sensors' drivers, one after the other

namespace {

struct Driver {
  std::string file;
  std::string finding;
};

const Driver kDrivers[] = {
    {"drivers/thermometer.py", "Closes the port on every error. Fine."},
    {"drivers/rain_gauge.py",
     "Counts a tip twice when the wind shakes the bucket: needs a pause of "
     "50 ms."},
};

std::string run_workflow_agents(SessionWriter& s, const std::string& folder) {
  std::string journal;
  for (const Driver& driver : kDrivers) {
    const std::string agent_id = s.new_agent_id();
    const std::string key = "v2:" + s.dice().hex(64);
    SessionWriter agent = s.subagent_in(folder, agent_id, kHaiku);
    agent.prompt("Review " + driver.file + ": what happens when the cable is loose?");
    agent.answer({bash("wc -l " + driver.file, "How long it is", "  64 " + driver.file)});
    agent.answer({say(driver.finding)});
    agent.save();
    s.pass_until(agent.clock());
    journal += object({{"type", "started"}, {"key", key}, {"agentId", agent_id}}).text() + "\n" +
               object({{"type", "result"},
                       {"key", key},
                       {"agentId", agent_id},
                       {"result", object({{"file", driver.file}, {"finding", driver.finding}})}})
                   .text() +
               "\n";
  }
  return journal;
}

Part create_task(int number, std::string_view subject) {
  return use("TaskCreate", object({{"subject", subject}, {"description", subject}}),
             "Task #" + std::to_string(number) + " created: " + std::string(subject),
             object({{"task", object({{"id", std::to_string(number)}, {"subject", subject}})}}));
}

Part update_task(int number, std::string_view from, std::string_view to) {
  return use("TaskUpdate", object({{"taskId", std::to_string(number)}, {"status", to}}),
             "Task #" + std::to_string(number) + " is " + std::string(to),
             object({{"success", true},
                     {"taskId", std::to_string(number)},
                     {"updatedFields", list({"status"})},
                     {"statusChange", object({{"from", from}, {"to", to}})}}));
}

struct Task {
  std::string subject;
  std::string status;
};

const Task kTasks[] = {
    {"Review every driver", "completed"},
    {"Give the rain gauge a pause", "in_progress"},
    {"Climb up and oil the bucket", "pending"},
};

void save_tasks(SessionWriter& s) {
  int number = 0;
  for (const Task& task : kTasks) {
    const std::string name = std::to_string(++number);
    const bool waits = number == 3;
    s.side_file("tasks/" + s.id() + "/" + name + ".json",
                object({{"id", name},
                        {"subject", task.subject},
                        {"description", task.subject},
                        {"status", task.status},
                        {"blocks", number == 2 ? list({"3"}) : list({})},
                        {"blockedBy", waits ? list({"2"}) : list({})}})
                    .text());
  }
}

}  // namespace

void tell_sensors(Root& root) {
  SessionWriter s(root, {.name = "orchard/sensors",
                         .cwd = "/home/ada/orchard",
                         .version = "2.1.301",
                         .branch = "main",
                         .model = std::string(kOpus),
                         .start = root.now - 3 * kDay - 5 * kHour,
                         .permission = "auto"});
  s.prompt(
      "The rain gauge counts rain on dry days. Go through all drivers, one agent each, and make "
      "a list of what is to be done.");
  const std::string run = "wf_" + s.dice().hex(8) + "-" + s.dice().hex(3);
  const std::string task = "w" + s.dice().hex(8);
  const std::string folder = s.session_folder() + "/subagents/workflows/" + run;
  Part workflow = use("Workflow", object({{"name", "review-drivers"}}),
                      "The workflow has started. You are told when it is done.",
                      object({{"status", "async_launched"},
                              {"taskId", task},
                              {"taskType", "local_workflow"},
                              {"workflowName", "review-drivers"},
                              {"runId", run},
                              {"summary", "Review each driver for loose cables"},
                              {"transcriptDir", "/home/ada/.claude/" + folder}}));
  const auto calls = s.answer({say("One agent per driver, one after the other."), workflow});
  s.answer({create_task(1, kTasks[0].subject)});
  s.answer({say("They are at work.")});
  s.end_turn();
  s.side_file(folder + "/journal.jsonl", run_workflow_agents(s, folder));
  notify(s, task, calls[0].id, "Workflow \"review-drivers\" finished", "2 drivers reviewed");
  s.answer({create_task(2, kTasks[1].subject), create_task(3, kTasks[2].subject),
            update_task(1, "pending", "completed"), update_task(2, "pending", "in_progress")});
  s.answer(
      {say("The thermometer is fine. The rain gauge counts one tip twice when the wind shakes "
           "it: a pause of 50 ms helps. The third task is yours, it needs a ladder.")});
  s.plain_line("ai-title", {{"aiTitle", "Rain on dry days"}});
  s.end_turn();
  save_tasks(s);
  s.save();
}

}  // namespace clew::demo
