// SPDX-License-Identifier: MIT
//
// What an honest client gets.

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "json/value.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

TEST(Http, AnswersOperationsByGetAndPost) {
  TestServer server;
  const TestResponse got = server.get("/api/v1/list?limit=2");
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.headers.at("content-type"), "application/json");
  json::Parser parser;
  auto root = parser.parse_copy(got.body);
  ASSERT_TRUE(root);
  int count = 0;
  for ([[maybe_unused]] const json::Value session : (*root)["sessions"].elements()) ++count;
  EXPECT_EQ(count, 2);
  EXPECT_EQ(server.post("/api/v1/list", R"({"limit":2})").body, got.body);
  EXPECT_EQ(server.get("/api/v1/search?query=frost&perSession=1").status, 200);
  EXPECT_EQ(server.get("/api/v1/search?query=frost&per-session=1").status, 200);
}

TEST(Http, SaysWhatIsWrongAsAProblem) {
  TestServer server;
  const auto status = [&](std::string_view target) { return server.get(target).status; };
  EXPECT_EQ(status("/api/v1/list?limit=many"), 400);
  EXPECT_EQ(status("/api/v1/list?limit=-1"), 400);
  EXPECT_EQ(status("/api/v1/list?nonsense=1"), 400);
  EXPECT_EQ(status("/api/v1/list?all=perhaps"), 400);
  EXPECT_EQ(status("/api/v1/list?limit=1&limit=2"), 400);
  EXPECT_EQ(status("/api/v1/show"), 400) << "a needed parameter is missing";
  EXPECT_EQ(status("/api/v1/show?session=no-such-session"), 404);
  EXPECT_EQ(status("/api/v1/nonsense"), 404);
  EXPECT_EQ(status("/nonsense"), 404);
  EXPECT_EQ(server.post("/api/v1/list", "{").status, 400);
  EXPECT_EQ(server.post("/api/v1/list", "[1]").status, 400);
  EXPECT_EQ(server.post("/api/v1/list", R"({"limit":[]})").status, 400);
  const TestResponse problem = server.get("/api/v1/nonsense");
  EXPECT_EQ(problem.headers.at("content-type"), "application/problem+json");
  json::Parser parser;
  auto root = parser.parse_copy(problem.body);
  ASSERT_TRUE(root);
  EXPECT_EQ((*root)["status"].int_or(0), 404);
  EXPECT_FALSE((*root)["detail"].string_or("").empty());
}

TEST(Http, KeepsTheConnectionAndTakesRequestsInARow) {
  TestServer server;
  TestClient client = server.client();
  const std::string one = server.request("GET", "/api/v1/projects");
  client.send(one + one + one);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.read_response().status, 200) << i;
  client.send(server.request("GET", "/api/v1/projects", "Connection: close\r\n"));
  EXPECT_EQ(client.read_response().status, 200);
  EXPECT_TRUE(client.is_closed_within(5s));
}

TEST(Http, HonoursConditionsRangesAndCompression) {
  TestServer server;
  const TestResponse whole = server.get("/api/v1/list");
  const std::string etag = whole.headers.at("etag");
  EXPECT_EQ(server.get("/api/v1/list", "If-None-Match: " + etag + "\r\n").status, 304);
  EXPECT_EQ(server.get("/api/v1/list", "If-None-Match: \"x\", W/" + etag + "\r\n").status, 304);
  EXPECT_EQ(server.get("/api/v1/list", "If-None-Match: \"x\"\r\n").status, 200);
  const TestResponse part = server.get("/api/v1/list", "Range: bytes=2-5\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, whole.body.substr(2, 4));
  EXPECT_EQ(part.headers.at("content-range"), "bytes 2-5/" + std::to_string(whole.body.size()));
  EXPECT_EQ(server.get("/api/v1/list", "Range: bytes=99999999-\r\n").status, 416);
  const TestResponse small = server.get("/api/v1/list", "Accept-Encoding: br, gzip\r\n");
  EXPECT_EQ(small.headers.at("content-encoding"), "gzip");
  EXPECT_LT(small.body.size(), whole.body.size() / 2);
  EXPECT_TRUE(small.body.starts_with("\x1f\x8b"));
  EXPECT_FALSE(server.get("/api/v1/list", "Accept-Encoding: gzip;q=0\r\n")
                   .headers.contains("content-encoding"));
  TestClient client = server.client();
  client.send(server.request("HEAD", "/api/v1/list"));
  const TestResponse head = client.read_response(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(whole.body.size()));
  client.send(server.request("GET", "/api/v1/projects"));
  EXPECT_EQ(client.read_response().status, 200) << "the HEAD had no body";
}

TEST(Http, ServesThePageWithoutATokenAndWithItsPolicy) {
  TestServer server;
  const TestResponse page = server.raw("GET / HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<!doctype html>page");
  EXPECT_NE(page.headers.at("content-security-policy").find("default-src 'none'"),
            std::string::npos);
  EXPECT_NE(page.headers.at("content-security-policy").find("frame-ancestors 'none'"),
            std::string::npos);
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.headers.at("x-frame-options"), "DENY");
  EXPECT_EQ(server.get("/api/v1/list").headers.at("x-content-type-options"), "nosniff");
}

TEST(Http, ChangesOnlyByPost) {
  TestServer server;
  EXPECT_EQ(server.get("/api/v1/hide?session=@1").status, 405);
  EXPECT_EQ(server.post("/api/v1/hide", R"({"session":"@1"})").status, 200);
  const TestResponse list = server.get("/api/v1/list?hidden=1");
  EXPECT_NE(list.body.find("\"hidden\":true"), std::string::npos)
      << "what was asked before must not be answered from the cache";
}

TEST(Http, GivesTheDocumentOfItself) {
  TestServer server;
  json::Parser parser;
  const TestResponse response = server.get("/api/v1/openapi.json");
  auto root = parser.parse_copy(response.body);
  ASSERT_TRUE(root);
  EXPECT_EQ((*root)["openapi"].string_or(""), "3.1.0");
  for (const Operation& operation : operations()) {
    const json::Value path = (*root)["paths"]["/api/v1/" + std::string(operation.name)];
    EXPECT_EQ(path.is_object(), !operation.local) << operation.name;
    if (operation.local) continue;
    EXPECT_TRUE(path["post"].is_object()) << operation.name;
    EXPECT_EQ(path["get"].is_object(), operation.read_only) << operation.name;
  }
}

TEST(Http, SpeaksHttp10) {
  TestServer server;
  TestClient client = server.client();
  client.send("GET /api/v1/projects HTTP/1.0\r\nHost: " + server.host() +
              "\r\nAuthorization: Bearer " + TestServer::kToken + "\r\n\r\n");
  EXPECT_EQ(client.read_response().status, 200);
  EXPECT_TRUE(client.is_closed_within(5s));
}

TEST(Http, EndsAtOnceWhenStopped) {
  TestServer server;
  TestClient idle = server.client();
  TestClient follower = server.client();
  follower.send(server.request("GET", "/api/v1/events"));
  follower.read_until("retry:");
  const auto begin = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1500ms);
  EXPECT_TRUE(idle.is_closed_within(1s));
  EXPECT_TRUE(follower.is_closed_within(1s));
}

// A session of several megabytes: its answers are streamed.
std::string add_large_session(const TestServer& server) {
  const std::string id = "77777777-7777-4777-8777-777777777777";
  const std::string folder = server.root() + "/projects/-work-large";
  EXPECT_TRUE(RealFileSystem().create_directories(folder));
  std::ofstream out(folder + "/" + id + ".jsonl");
  std::string parent = "null";
  for (int i = 0; i < 300; ++i) {
    const std::string uuid = "77777777-0000-4000-8000-000000000" + std::to_string(100 + i);
    out << R"({"type":"user","uuid":")" << uuid << R"(","parentUuid":)" << parent
        << R"(,"sessionId":")" << id << R"(","cwd":"/work/large","version":"2.1.0",)"
        << R"("timestamp":"2026-01-05T10:00:00.000Z","message":{"role":"user","content":")"
        << std::string(i == 0 ? 3'000'000 : 10'000, 'x') << "\"}}\n";
    parent = "\"" + uuid + "\"";
  }
  out.flush();
  EXPECT_TRUE(out);
  // Long ago: its time tells it from other versions.
  const timespec times[2] = {{1'700'000'000, 0}, {1'700'000'000, 5}};
  ::utimensat(AT_FDCWD, (folder + "/" + id + ".jsonl").c_str(), times, 0);
  return folder + "/" + id + ".jsonl";
}

TEST(Http, StreamedAnswersCanBeKept) {
  TestServer server;
  const std::string file = add_large_session(server);
  const std::string target = "/api/v1/show?session=77777777-7777-4777-8777-777777777777";
  const TestResponse first = server.get(target);
  ASSERT_EQ(first.status, 200);
  EXPECT_EQ(first.headers.at("transfer-encoding"), "chunked");
  const std::string tag = first.headers.at("etag");
  EXPECT_FALSE(tag.starts_with("W/"));
  const TestResponse again = server.get(target, "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.headers.at("etag"), tag);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(server.ask("HEAD", target).headers.at("etag"), tag);
  EXPECT_EQ(server.get(target + "&meta=1", "If-None-Match: " + tag + "\r\n").status, 200)
      << "another question";
  const std::string small = target + "&last=1";
  const std::string small_tag = server.get(small).headers.at("etag");
  EXPECT_NE(small_tag, tag);
  for (const char* why : {"from the cache", "and made anew"}) {
    EXPECT_EQ(server.get(small, "If-None-Match: " + small_tag + "\r\n").status, 304) << why;
    std::this_thread::sleep_for(300ms);
  }
  EXPECT_EQ(server.get("/api/v1/show?session=zzzzzzzz", "If-None-Match: *\r\n").status, 404);
  // Any change is another version; one of just now may not be the last at this time.
  std::ofstream(file, std::ios::app) << "{}\n";
  const TestResponse changed = server.get(target, "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(changed.status, 200);
  EXPECT_TRUE(changed.headers.at("etag").starts_with("W/"));
  EXPECT_EQ(server.get(target, "If-None-Match: " + changed.headers.at("etag") + "\r\n").status,
            304);
}

TEST(Http, PartsOfALargeLine) {
  TestServer server;
  add_large_session(server);
  const std::string target =
      "/api/v1/raw?session=77777777-7777-4777-8777-777777777777&uuid=77777777-0000-4000-8000-"
      "000000000100";
  const TestResponse whole = server.get(target);
  ASSERT_EQ(whole.status, 200);
  ASSERT_GT(whole.body.size(), 3'000'000u);
  EXPECT_EQ(whole.headers.at("accept-ranges"), "bytes");
  EXPECT_EQ(whole.headers.at("content-length"), std::to_string(whole.body.size()));
  const std::string tag = whole.headers.at("etag");
  const TestResponse part =
      server.get(target, "Range: bytes=1000000-1000099\r\nIf-Range: " + tag + "\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, whole.body.substr(1'000'000, 100));
  EXPECT_EQ(server.get(target, "Range: bytes=-10\r\n").body,
            whole.body.substr(whole.body.size() - 10));
  EXPECT_EQ(server.get(target, "Range: bytes=0-9\r\nIf-Range: \"other\"\r\n").status, 200);
}

}  // namespace
}  // namespace clew
