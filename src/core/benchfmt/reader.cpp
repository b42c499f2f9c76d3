#include "core/benchfmt/reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/benchfmt/escape_codes.h"
#include "core/result/result.h"

namespace headgate::benchfmt {
namespace {

constexpr char kNul = '\0';
constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";

// Enough to recognise every byte order mark and two characters of ASCII in UTF-16.
constexpr std::size_t kHeadBytes = 4;

// Large pieces are walked in blocks, so that the search for special bytes and the parsing behind it
// find the same bytes in the cache.
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
// A line that lies within one block, decoded (UTF-8 takes at most 3 bytes for 2 of UTF-16), is
// never too long; only held ones need the check.
static_assert(2 * kBlockBytes <= kMaxLineBytes);

bool holds(std::string_view text, char byte) {
  return !text.empty() && std::memchr(text.data(), byte, text.size()) != nullptr;
}

std::string_view take_block(std::string_view& bytes) {
  const std::string_view block = bytes.substr(0, kBlockBytes);
  bytes.remove_prefix(block.size());
  return block;
}

Encoding encoding_of(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) {
    return Encoding::kUtf16LittleEndian;
  }
  if (head.starts_with("\xFE\xFF")) {
    return Encoding::kUtf16BigEndian;
  }
  if (head.size() < kHeadBytes) {
    return Encoding::kUtf8;
  }
  const auto nul = [&](std::size_t index) { return head[index] == kNul; };
  if (!nul(0) && nul(1) && !nul(2) && nul(3)) {
    return Encoding::kUtf16LittleEndian;
  }
  if (nul(0) && !nul(1) && nul(2) && !nul(3)) {
    return Encoding::kUtf16BigEndian;
  }
  return Encoding::kUtf8;
}

}  // namespace

Reader::Reader(std::string file_name) : file_name_(std::move(file_name)) {}

void Reader::feed(std::string_view bytes, RecordSink& sink) {
  HEADGATE_CHECK(!finished_);
  if (encoding_ == Encoding::kUndecided) {
    const std::string_view start = bytes.substr(0, kHeadBytes - head_.size());
    head_ += start;
    bytes.remove_prefix(start.size());
    if (head_.size() < kHeadBytes) {
      return;
    }
    decide_encoding(sink);
  }
  feed_encoded(bytes, sink);
}

void Reader::finish(RecordSink& sink) {
  HEADGATE_CHECK(!finished_);
  finished_ = true;
  if (encoding_ == Encoding::kUndecided) {
    decide_encoding(sink);
  }
  decoded_.clear();
  utf16_.finish(decoded_);
  feed_utf8(decoded_, sink);
  if (held_bytes_ > 0) {
    deliver_held(sink);
  }
}

bool Reader::looks_like_json() const { return measurements_ == 0 && json_lines_ > text_lines_ / 2; }

void Reader::decide_encoding(RecordSink& sink) {
  encoding_ = encoding_of(head_);
  if (encoding_ != Encoding::kUtf8) {
    const bool little = encoding_ == Encoding::kUtf16LittleEndian;
    utf16_ = Utf16Decoder(little ? Utf16Decoder::ByteOrder::kLittleEndian
                                 : Utf16Decoder::ByteOrder::kBigEndian);
  }
  feed_encoded(head_, sink);
}

void Reader::feed_encoded(std::string_view bytes, RecordSink& sink) {
  while (!bytes.empty()) {
    const std::string_view block = take_block(bytes);
    if (encoding_ == Encoding::kUtf8) {
      feed_utf8(block, sink);
    } else {
      decoded_.clear();
      utf16_.decode(block, decoded_);
      feed_utf8(decoded_, sink);
    }
  }
}

void Reader::feed_utf8(std::string_view bytes, RecordSink& sink) {
  const Bytes kind = holds(bytes, kNul) || holds(bytes, kEscape) ? Bytes::kUnknown : Bytes::kPlain;
  while (!bytes.empty()) {
    const std::size_t length = bytes.find('\n');
    if (length == std::string_view::npos) {
      hold(bytes);
      return;
    }
    if (held_bytes_ == 0) {
      deliver(bytes.substr(0, length), kind, sink);
    } else {
      hold(bytes.substr(0, length));
      deliver_held(sink);
    }
    bytes.remove_prefix(length + 1);
  }
}

void Reader::hold(std::string_view bytes) {
  held_bytes_ += bytes.size();
  if (held_bytes_ <= kMaxLineBytes) {
    held_ += bytes;
    return;
  }
  held_ += bytes.substr(0, kLongLineExcerptBytes);
  held_.resize(kLongLineExcerptBytes);
}

void Reader::deliver_held(RecordSink& sink) {
  if (held_bytes_ <= kMaxLineBytes) {
    deliver(held_, Bytes::kUnknown, sink);
  } else {
    ++lines_;
    ++text_lines_;
    deliver_error("line is longer than 1 MiB", held_, sink);
  }
  held_.clear();
  held_bytes_ = 0;
}

void Reader::deliver(std::string_view line, Bytes bytes, RecordSink& sink) {
  ++lines_;
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  std::string cleaned;
  if (bytes == Bytes::kUnknown) {
    if (holds(line, kNul)) {
      ++text_lines_;
      deliver_error("NUL byte in the line", line, sink);
      return;
    }
    if (holds(line, kEscape)) {
      cleaned = without_escape_codes(line);
      line = cleaned;
    }
  }
  if (line.starts_with(kUtf8ByteOrderMark)) {
    line.remove_prefix(kUtf8ByteOrderMark.size());
  }
  if (line.empty()) {
    return;
  }
  ++text_lines_;
  if (line.starts_with("{\"")) {
    ++json_lines_;
  }
  if (parser_.parse(line, {.file = file_name_, .line = lines_}, sink) == LineKind::kMeasurement) {
    ++measurements_;
  }
}

void Reader::deliver_error(std::string_view message, std::string_view line, RecordSink& sink) {
  sink.on_record(SyntaxError{
      .position = {.file = file_name_, .line = lines_}, .message = message, .line = line});
}

void read(std::string_view text, std::string file_name, RecordSink& sink) {
  Reader reader(std::move(file_name));
  reader.feed(text, sink);
  reader.finish(sink);
}

}  // namespace headgate::benchfmt
