// SPDX-License-Identifier: MIT
//
// Chats, social networks, messages.
#include <array>

#include "redact/kind.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

bool has_digits_and_both_cases(std::string_view secret) {
  const Makeup made = makeup(secret);
  return made.digits >= 2 && made.lower >= 2 && made.upper >= 2;
}

constexpr std::array kChatKinds = {
    Kind{"slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe-",
         R"(xox[a-eoprs]-(?:[0-9]+-)?[A-Za-z0-9%/+=_-]{16,400})", 2.8},
    Kind{"slack-token", "xoxe.xox", R"(xoxe\.xox[bp]-[0-9]-[A-Za-z0-9]{100,250})", 3},
    Kind{"slack-app-token", "xapp- xwfp-",
         R"((?:xapp|xwfp)-[0-9]-[A-Z0-9]{6,14}-[0-9]{8,16}-[A-Za-z0-9]{20,80})", 3},
    Kind{
        "slack-webhook", "hooks.slack.com",
        R"((?:https?://)?hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{30,120})",
        3, 8},
    Kind{"discord-token", kBase64Text,
         R"([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45})", 3.5, 0,
         Sure::kCertain, has_digits_and_both_cases},
    Kind{
        "discord-webhook", "discord.com discordapp.com",
        R"((?:https?://)?(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/webhooks/[0-9]{15,20}/[A-Za-z0-9_-]{50,100})",
        3, 20},
    Kind{"telegram-bot-token", ":AA", R"([0-9]{8,10}:AA[A-Za-z0-9_-]{32,34})", 3.2, 10},
    Kind{"teams-webhook", ".webhook.office.com",
         R"((?:https?://)?[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,200})",
         3, 68},
    Kind{
        "power-automate-webhook", ".logic.azure.com",
        R"((?:https?://)?[a-z0-9.-]{1,60}\.logic\.azure\.com(?::443)?/workflows/[A-Za-z0-9/?=&%._-]{40,300})",
        3, 68},
    Kind{
        "google-chat-webhook", "chat.googleapis.com",
        R"((?:https?://)?chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{6,20}/messages\?key=[A-Za-z0-9_-]{20,60}&token=[A-Za-z0-9_%-]{20,80})",
        3, 8},
    Kind{"feishu-webhook", "open.feishu.cn open.larksuite.com",
         R"((?:https?://)?open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[0-9a-f-]{36})",
         3, 8},
    Kind{"dingtalk-webhook", "oapi.dingtalk.com",
         R"(oapi\.dingtalk\.com/robot/send\?access_token=([0-9a-f]{64}))", 3},
    Kind{"wecom-webhook", "qyapi.weixin.qq.com",
         R"(qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=([0-9a-f-]{36}))", 3},
    Kind{"matrix-token", "syt_", R"(syt_[A-Za-z0-9+/=_-]{4,60}_[A-Za-z]{20}_[A-Za-z0-9]{6})", 3.2},
    Kind{"facebook-token", "EAA", R"(EAA[A-Za-z0-9]{80,250})", 3.5},
    Kind{"instagram-token", "IGQV IGAA", R"(IG(?:QV|AA)[A-Za-z0-9_-]{60,200})", 3.5},
    Kind{"facebook-app-token", "facebook fb_",
         R"((?i:facebook|fb_)[^\n]{0,50}?([0-9]{15,16}\|[A-Za-z0-9_-]{27}))", 3.2},
    Kind{"twitter-bearer", "AAAAAAAAAAAAAAAA", R"(A{18,24}[A-Za-z0-9%]{60,140})", 3},
    Kind{"twitch-token", "oauth:", R"(oauth:[a-z0-9]{30})", 3.2},
    Kind{"linkedin-token", "AQX AQV AQU", R"(AQ[XVU][A-Za-z0-9_-]{100,500})", 3.8},
    Kind{
        "line-token", "line_channel line-channel",
        R"((?i:line_channel_access_token|line-channel-access-token|LINE_CHANNEL_TOKEN)["']?\s*[=:]\s*["']?([A-Za-z0-9+/]{150,200}=?))",
        3.5},
    Kind{"zoom-webhook-token", "zoom",
         R"((?i:zoom)[A-Za-z_ -]{0,24}["']?\s*[=:]\s*["']?([A-Za-z0-9_-]{22,64})\b)", 3.6, 0,
         Sure::kLikely, has_digits_and_both_cases},
};

}  // namespace

std::span<const Kind> chat_kinds() { return kChatKinds; }

}  // namespace clew::redact
