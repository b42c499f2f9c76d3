#include "edge/net/curl_http.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_server.h"

namespace headgate::net {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr Limits kQuick = {.connect_sec = 5, .total_sec = 5, .body_bytes = 1000};
const std::string kSecret = "canary-4711";

Request with_secret(std::string url, std::string method = "GET") {
  return {.method = method,
          .url = std::move(url),
          .headers = {{.name = "Authorization", .value = "Bearer " + kSecret}}};
}

Result<Response> sent(const Request& request, const Limits& limits = kQuick,
                      Surroundings surroundings = {}) {
  return CurlHttp(std::move(surroundings), [] { return false; }).send(request, limits);
}

void expect_failed(const Result<Response>& response, Reason reason) {
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().reason, reason) << response.error().message;
  EXPECT_THAT(response.error().message + response.error().remedy + response.error().detail,
              Not(HasSubstr(kSecret)));
}

double seconds_of(const std::function<void()>& what) {
  const auto begin = std::chrono::steady_clock::now();
  what();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(CurlHttp, SendsMethodHeadersAndBodyAndReturnsTheResponse) {
  SmallServer server([](const std::string&) {
    return SmallServer::response("201 Created", "X-Test:  two words \r\nLink: <a>\r\n",
                                 "{\"a\":1}");
  });
  Request request = with_secret(server.url("/x?y=1"), "POST");
  request.body = R"({"body":"text"})";
  const Result<Response> response = sent(request);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 201);
  EXPECT_EQ(response->body, "{\"a\":1}");
  EXPECT_THAT(response->headers, Contains(Header{.name = "x-test", .value = "two words"}));
  ASSERT_EQ(server.requests().size(), 1U);
  EXPECT_THAT(server.requests()[0],
              AllOf(StartsWith("POST /x?y=1 HTTP/1.1\r\n"),
                    HasSubstr("\r\nAuthorization: Bearer " + kSecret + "\r\n"),
                    HasSubstr("\r\n\r\n{\"body\":\"text\"}"), Not(HasSubstr("Expect:"))));
}

TEST(CurlHttp, KnowsEveryMethod) {
  const std::pair<std::string, std::string> methods[] = {
      {"GET", "GET / "}, {"POST", "POST / "}, {"PATCH", "PATCH / "}, {"DELETE", "DELETE / "}};
  for (const auto& [method, start] : methods) {
    SmallServer server([](const std::string&) { return SmallServer::response("200 OK", "", ""); });
    ASSERT_TRUE(sent({.method = method, .url = server.url()}));
    EXPECT_THAT(server.requests()[0], StartsWith(start));
  }
}

TEST(CurlHttp, AnHttpErrorIsAResponse) {
  SmallServer server(
      [](const std::string&) { return SmallServer::response("502 Bad Gateway", "", "<html>"); });
  const Result<Response> response = sent({.method = "GET", .url = server.url()});
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 502);
  EXPECT_EQ(response->body, "<html>");
}

TEST(CurlHttp, FollowsARedirectToTheSameServerAsItIs) {
  SmallServer server([](const std::string& request) {
    return request.starts_with("PATCH /old ")
               ? SmallServer::response("301 Moved Permanently", "Location: /new\r\n", "")
               : SmallServer::response("200 OK", "", "there");
  });
  Request request = with_secret(server.url("/old"), "PATCH");
  request.body = "{}";
  const Result<Response> response = sent(request);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "there");
  EXPECT_THAT(server.requests()[1], AllOf(StartsWith("PATCH /new "), HasSubstr("\r\n\r\n{}")));
}

TEST(CurlHttp, NeverFollowsARedirectToAnotherServer) {
  SmallServer other([](const std::string&) { return SmallServer::response("200 OK", "", ""); });
  SmallServer server([&](const std::string&) {
    return SmallServer::response("302 Found", "Location: " + other.url("/steal") + "\r\n", "");
  });
  expect_failed(sent(with_secret(server.url())), Reason::kServerUntrusted);
  EXPECT_TRUE(other.requests().empty());
}

TEST(CurlHttp, ARedirectWithoutEndIsGivenUp) {
  SmallServer server([](const std::string&) {
    return SmallServer::response("307 Temporary Redirect", "Location: /again\r\n", "");
  });
  expect_failed(sent(with_secret(server.url())), Reason::kServerUntrusted);
  EXPECT_EQ(server.requests().size(), 4U);
}

TEST(CurlHttp, AResponseBeyondTheLimitIsRefused) {
  SmallServer exact([](const std::string&) {
    return SmallServer::response("200 OK", "", std::string(1000, 'x'));
  });
  EXPECT_TRUE(sent(with_secret(exact.url())));
  SmallServer over([](const std::string&) {
    return SmallServer::response("200 OK", "", std::string(1001, 'x'));
  });
  expect_failed(sent(with_secret(over.url())), Reason::kServerUntrusted);
}

TEST(CurlHttp, HeadersBeyondReasonAreRefused) {
  SmallServer server([](const std::string&) {
    std::string headers;
    for (int i = 0; i < 5000; ++i) {
      headers += "X-Filler: " + std::string(90, 'x') + "\r\n";
    }
    return SmallServer::response("200 OK", headers, "");
  });
  expect_failed(sent(with_secret(server.url())), Reason::kServerUntrusted);
}

TEST(CurlHttp, AServerThatNeverAnswersIsWaitedForOnlySoLong) {
  SmallServer server([](const std::string&) { return std::string(); });
  const double sec = seconds_of([&] {
    expect_failed(sent(with_secret(server.url()), {.connect_sec = 5, .total_sec = 0.3}),
                  Reason::kNetworkFailed);
  });
  EXPECT_GE(sec, 0.25);
  EXPECT_LT(sec, 3);
}

TEST(CurlHttp, AConnectionThatBreaksInTheMiddleIsNoResponse) {
  SmallServer server([](const std::string&) {
    return std::string("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
  });
  expect_failed(sent(with_secret(server.url())), Reason::kNetworkFailed);
}

TEST(CurlHttp, BytesThatAreNotHttpAreNoResponse) {
  SmallServer server([](const std::string&) { return std::string("SSH-2.0-x\r\n"); });
  expect_failed(sent(with_secret(server.url())), Reason::kNetworkFailed);
}

TEST(CurlHttp, AServerThatIsNotThereIsToldAsSuch) {
  std::string url;
  {
    const SmallServer gone([](const std::string&) { return std::string(); });
    url = gone.url();
  }
  expect_failed(sent(with_secret(url)), Reason::kNetworkFailed);
}

TEST(CurlHttp, EndsWhenItIsNotWantedAnyMore) {
  SmallServer server([](const std::string&) { return std::string(); });
  CurlHttp http({}, [] { return true; });
  const double sec = seconds_of([&] {
    expect_failed(http.send(with_secret(server.url()), {.connect_sec = 20, .total_sec = 20}),
                  Reason::kInterrupted);
  });
  EXPECT_LT(sec, 3);
}

TEST(CurlHttp, GoesThroughTheProxyUnlessTheHostIsExempt) {
  SmallServer proxy(
      [](const std::string&) { return SmallServer::response("200 OK", "", "of the proxy"); });
  SmallServer server(
      [](const std::string&) { return SmallServer::response("200 OK", "", "of the server"); });
  const std::string proxy_url = fmt::format("http://me:pass-4711@127.0.0.1:{}", proxy.port());
  EXPECT_EQ(
      sent({.method = "GET", .url = server.url("/p")}, kQuick, {.http_proxy = proxy_url})->body,
      "of the proxy");
  EXPECT_THAT(proxy.requests()[0], StartsWith("GET " + server.url("/p") + " "));
  EXPECT_EQ(sent({.method = "GET", .url = server.url()}, kQuick,
                 {.http_proxy = proxy_url, .no_proxy = "other.test,127.0.0.1"})
                ->body,
            "of the server");
}

TEST(CurlHttp, AProxysPasswordStandsInNoMessage) {
  const Result<Response> response = sent({.method = "GET", .url = "http://127.0.0.1:9/"}, kQuick,
                                         {.http_proxy = "http://me:pass-4711@127.0.0.1:1"});
  ASSERT_FALSE(response);
  EXPECT_THAT(response.error().message, Not(HasSubstr("pass-4711")));
}

TEST(CurlHttp, RefusesARequestThatWouldBeAnother) {
  for (const char* url :
       {"file:///etc/passwd", "ftp://127.0.0.1/", "http://me:pw@127.0.0.1/", ""}) {
    expect_failed(sent(with_secret(url)), Reason::kUsage);
  }
  Request request = with_secret("http://127.0.0.1:9/");
  request.headers[0].value += "\r\nX-Injected: 1";
  expect_failed(sent(request), Reason::kUsage);
}

}  // namespace
}  // namespace headgate::net
