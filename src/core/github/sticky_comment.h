// One comment on a pull request that is kept up to date, whatever else is said there.
//
// It is found by a marker in its first line and by its author, on any page. The oldest of ours is
// kept and updated; others of ours are duplicates of jobs that ran at once, and are deleted: so
// the list is read once more after a comment was made. Comments of people are never touched, even
// where they carry the marker.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/github/rest.h"
#include "core/result/result.h"

namespace headgate::github {

/// "<!-- headgate:ID -->"; kUsage unless `id` is 1 to 64 letters, digits, "." and "_", or single
/// dashes between them.
[[nodiscard]] Result<std::string> comment_marker(std::string_view id);

class StickyComment {
 public:
  enum class Outcome { kCreated, kUpdated, kUnchanged };

  /// `body` begins with the marker and a line end.
  StickyComment(Repository repository, std::uint64_t pull_request, std::string marker,
                std::string body);

  /// The next call; nullopt when all is done.
  [[nodiscard]] std::optional<Call> next() const;
  /// Takes the answer to `next`. kRateLimited, kApiRefused, kApiUnreadable.
  [[nodiscard]] Status take(const Reply& reply);

  [[nodiscard]] Outcome outcome() const { return outcome_; }

  /// Where to read the comment; "" when the API does not say.
  [[nodiscard]] const std::string& url() const { return url_; }

  /// Duplicates deleted.
  [[nodiscard]] std::size_t deleted() const { return deleted_; }

 private:
  enum class Step { kAskWhoWeAre, kList, kCreate, kUpdate, kDelete, kDone };

  struct Comment {
    std::uint64_t id;
    std::string author;
    std::string body;
    std::string url;
  };

  [[nodiscard]] Status take_who_we_are(const Reply& reply);
  [[nodiscard]] Status take_list(const Reply& reply);
  [[nodiscard]] Status take_created(const Reply& reply);
  [[nodiscard]] Status take_updated(const Reply& reply);
  [[nodiscard]] Status take_deleted(const Reply& reply);
  void begin_list();
  void settle();
  void go_on_deleting();
  [[nodiscard]] std::string comments_url() const;
  [[nodiscard]] std::string comment_url(std::uint64_t id) const;

  Repository repository_;
  std::uint64_t pull_request_;
  std::string marker_;
  std::string body_;

  Step step_ = Step::kAskWhoWeAre;
  std::string page_;  ///< address of the page that is asked for
  int pages_ = 0;
  int lists_ = 0;      ///< begun
  std::string login_;  ///< ours; "" while only known to be a bot's
  std::vector<Comment> ours_;
  std::vector<std::uint64_t> duplicates_;
  std::uint64_t kept_ = 0;
  std::uint64_t created_ = 0;

  Outcome outcome_ = Outcome::kUnchanged;
  std::string url_;
  std::size_t deleted_ = 0;
};

}  // namespace headgate::github
