// The reader of the Go benchmark format: bytes in pieces of any size, records out. A pure state
// machine, so that the same code reads files, pipes and the output of running processes; where the
// pieces are cut never changes a record.
//
// What it accepts is described in README.md of this folder. Nothing aborts it: a bad line becomes a
// SyntaxError and reading goes on. UTF-16, which Windows shells write, is decoded.
//
// Errors:  SyntaxError records; feed() or finish() after finish() is a broken promise.
// Cost:    linear. No allocation for lines that lie within one piece; memory stays in the order of
//          kMaxLineBytes whatever is fed.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/benchfmt/line_parser.h"
#include "core/benchfmt/record.h"
#include "core/benchfmt/record_sink.h"
#include "core/benchfmt/utf16.h"

namespace headgate::benchfmt {

/// A longer line (in UTF-8 bytes without its newline) is not read but reported as a SyntaxError.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

/// How many bytes of such a line the SyntaxError shows.
inline constexpr std::size_t kLongLineExcerptBytes = 200;

enum class Encoding {
  /// Fewer bytes than it takes to tell.
  kUndecided,
  /// UTF-8 or plain bytes; a byte order mark at the start of a line is skipped.
  kUtf8,
  kUtf16LittleEndian,
  kUtf16BigEndian,
};

/// Reads one input from beginning to end.
class Reader {
 public:
  /// `file_name` is what positions say.
  explicit Reader(std::string file_name);

  /// The next bytes of the input. Delivers the records of every line that they complete.
  void feed(std::string_view bytes, RecordSink& sink);

  /// The input ends here; a last line without a newline counts. Who reads from a process that was
  /// killed leaves that line out by not calling this.
  void finish(RecordSink& sink);

  /// Lines delivered so far, blank and ignored ones included.
  [[nodiscard]] std::size_t lines_read() const { return lines_; }

  /// Decided by the first four bytes: a byte order mark, or every other byte NUL.
  [[nodiscard]] Encoding encoding() const { return encoding_; }

  /// The input is a `go test -json` stream, of which this reader understands nothing: no
  /// measurement was delivered, and most lines that are not blank begin with `{"`. A consumer that
  /// found no result asks this to say why.
  [[nodiscard]] bool looks_like_json() const;

 private:
  // Whether the caller knows a line to be free of NUL and ESC.
  enum class Bytes { kPlain, kUnknown };

  void decide_encoding(RecordSink& sink);
  void feed_encoded(std::string_view bytes, RecordSink& sink);
  void feed_utf8(std::string_view bytes, RecordSink& sink);
  void hold(std::string_view bytes);
  void deliver(std::string_view line, Bytes bytes, RecordSink& sink);
  void deliver_held(RecordSink& sink);

  void deliver_error(std::string_view message, std::string_view line, RecordSink& sink);

  std::string file_name_;
  LineParser parser_;
  Utf16Decoder utf16_{Utf16Decoder::ByteOrder::kLittleEndian};
  Encoding encoding_ = Encoding::kUndecided;
  std::string head_;            // the first bytes, until they tell the encoding
  std::string decoded_;         // a block of UTF-16, as UTF-8
  std::string held_;            // the beginning of a line whose end is still to come
  std::size_t held_bytes_ = 0;  // the length of that line so far, also of what is no longer kept
  std::size_t lines_ = 0;
  std::size_t text_lines_ = 0;  // lines that are not blank
  std::size_t json_lines_ = 0;
  std::size_t measurements_ = 0;
  bool finished_ = false;
};

/// Reads a whole input that is already in memory.
void read(std::string_view text, std::string file_name, RecordSink& sink);

}  // namespace headgate::benchfmt
