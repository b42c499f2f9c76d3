// Any text is a verdict or an error with a place; what is a verdict makes a comment within its
// limit.

#include "core/results/artifact.h"

#include "core/report/pull_request.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate;
  const std::string_view text = fuzz::text(data, size);
  Result<results::RecordedVerdict> recorded = results::read_verdict(text, "verdict.json");
  if (!recorded) {
    fuzz::require(!recorded.error().message.empty());
    return 0;
  }
  const results::Artifact artifact{.recorded = *std::move(recorded), .run = std::nullopt};
  const std::string comment = report::comment_markdown(
      artifact, {.head_sha = "a", .run_url = {}, .run_conclusion = {}}, "<!-- headgate:gate -->");
  fuzz::require(comment.size() < report::kMostCommentBytes && comment.ends_with("</details>\n"));
  return 0;
}
