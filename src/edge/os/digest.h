// SHA-256: the one digest that headgate records, so that two binaries, trees or files can be told
// apart by a line of text.
//
// OpenSSL does the work and stays in the .cpp.

#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace headgate::os {

/// A digest fed piece by piece, for files that should not be held in memory.
class Sha256 {
 public:
  Sha256();

  void update(std::string_view bytes);

  /// The digest of everything fed so far as 64 lower-case hexadecimal digits. Ends this object:
  /// feed it nothing afterwards.
  [[nodiscard]] std::string finish();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// The digest of `bytes` as 64 lower-case hexadecimal digits; the empty text has one too.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace headgate::os
