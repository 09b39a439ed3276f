// SPDX-License-Identifier: MIT
//
// What the files about the orchard share.
#pragma once

#include <string>
#include <string_view>

#include "engine/demo_builder.h"

namespace clew::demo {

inline constexpr std::string_view kLetter =
    "Dear Ada,\nnever wait for zero degrees. My father started the water when the wet cloth around "
    "the thermometer said half a degree.\nMargaret";
inline constexpr std::string_view kSprinklerTask =
    "Read orchard/sprinkler.py. Does it compare times of the gateway with the computer's clock? "
    "Say "
    "where, in two sentences.";
inline constexpr std::string_view kGatewayTask =
    "Find every reader of the times that orchard/gateway.py writes, and say which of them take "
    "local "
    "time for UTC.";

inline constexpr std::string_view kSprinklerReply =
    "The sprinkler takes its time from the gateway's clock directly. Nothing to mend.";
inline constexpr std::string_view kGatewayReply =
    "gateway.py writes local time on purpose; its log says so since 2019. One more reader of it is "
    "wrong: bell.py greets with the wrong hour.";

// The two helpers of the frost session; they come back when they are done.
SessionWriter run_sprinkler_agent(SessionWriter& main, const std::string& agent, const Call& call);
SessionWriter run_gateway_agent(SessionWriter& main, const std::string& agent, const Call& call);
// Tells the main thread that something in the background is done.
void notify(SessionWriter& main, const std::string& task, const std::string& call,
            std::string_view summary, std::string_view result);

void tell_harvest(Root& root);    // branches
void tell_sensors(Root& root);    // a workflow and tasks
void tell_sprinkler(Root& root);  // a plan, and interruptions

}  // namespace clew::demo
