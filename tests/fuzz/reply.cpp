// Whatever a server answers to a report's questions, the next question or an error follows, and not
// without end.

#include <optional>

#include "core/github/check_run.h"
#include "core/github/pull_request_search.h"
#include "core/github/sticky_comment.h"
#include "input.h"

namespace {

using namespace headgate::github;

template <typename Plan>
void carry_out(Plan plan, const Reply& reply) {
  constexpr int kMostCalls = 1000;
  int calls = 0;
  while (plan.next()) {
    headgate::fuzz::require(++calls < kMostCalls);
    if (const headgate::Status taken = plan.take(reply); !taken) {
      headgate::fuzz::require(!taken.error().message.empty());
      return;
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(headgate::fuzz::text(data, size));
  const Repository repository{.api = "https://api.test", .name = "o/r"};
  for (const int status : {200, 201, 204, 403, 404, 422}) {
    const Reply reply{.status = status, .headers = {{"link", text}}, .body = text};
    carry_out(PullRequestSearch(repository, {.repository = "o/r",
                                             .trigger = "pull_request",
                                             .head_owner = "o",
                                             .head_repository_id = 1,
                                             .head_branch = "b",
                                             .head_sha = "a",
                                             .number = std::nullopt}),
              reply);
    carry_out(StickyComment(repository, 7, "<!-- m -->", "<!-- m -->\n"), reply);
    carry_out(CheckRun(repository, "a",
                       {.name = text,
                        .conclusion = Conclusion::kNeutral,
                        .title = text,
                        .summary = text,
                        .details_url = {},
                        .annotations = {{.level = Level::kError,
                                         .title = text,
                                         .message = text,
                                         .file = text,
                                         .line = 1}}},
                       CheckRun::IfForbidden::kPassOver),
              reply);
  }
  return 0;
}
