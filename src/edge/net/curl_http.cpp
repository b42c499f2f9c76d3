// One handle a request: connections are not kept, because a command sends few requests, and some
// of them minutes apart.

#include "edge/net/curl_http.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/core.h>

#include "edge/net/url.h"

namespace headgate::net {

namespace {

constexpr const char* kLibrary = "libcurl.so.4";
constexpr int kMostRedirects = 3;
constexpr std::size_t kMostHeaderBytes = 256 << 10;

// The functions of libcurl. It is loaded when it is first needed, because it brings twenty other
// libraries, which every start of the program would wait for.
struct Curl {
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
};

Error missing(const char* why) {
  return {.reason = Reason::kNetworkFailed,
          .message = fmt::format("{} cannot be loaded: {}", kLibrary, why),
          .remedy = "install it: on Debian it is in the package libcurl4"};
}

// Sets `function` to the library's function of this name; says whether there is one.
template <typename Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

// It stays loaded until the process ends.
Result<Curl> load_curl() {
  void* library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    return missing(::dlerror());
  }
  Curl curl = {};
  decltype(&::curl_global_init) global_init = nullptr;
  const bool is_complete = find(library, "curl_global_init", global_init) &&
                           find(library, "curl_easy_init", curl.easy_init) &&
                           find(library, "curl_easy_setopt", curl.easy_setopt) &&
                           find(library, "curl_easy_perform", curl.easy_perform) &&
                           find(library, "curl_easy_getinfo", curl.easy_getinfo) &&
                           find(library, "curl_easy_cleanup", curl.easy_cleanup) &&
                           find(library, "curl_easy_strerror", curl.easy_strerror) &&
                           find(library, "curl_slist_append", curl.slist_append) &&
                           find(library, "curl_slist_free_all", curl.slist_free_all);
  if (!is_complete) {
    return missing(::dlerror());
  }
  return global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? Result<Curl>(curl)
                                                      : missing("curl_global_init failed");
}

Error failed(Reason reason, const Request& request, std::string_view why, std::string remedy) {
  return {.reason = reason,
          .message = fmt::format("{} {}: {}", request.method, request.url, why),
          .remedy = std::move(remedy)};
}

// A header of ours is one line, whatever it is made from.
bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

double now_sec() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

long milliseconds(double seconds) {
  return std::max(1L, std::lround(std::max(seconds, 0.0) * 1000));
}

// What comes back, as it comes.
struct Incoming {
  Response response = {.status = 0};
  std::size_t most_bytes;
  std::size_t header_bytes = 0;
  enum class End { kOpen, kTooLarge } end = End::kOpen;
};

std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* target) {
  Incoming& incoming = *static_cast<Incoming*>(target);
  if (size > incoming.most_bytes - incoming.response.body.size()) {
    incoming.end = Incoming::End::kTooLarge;
    return 0;  // ends the transfer
  }
  incoming.response.body.append(bytes, size);
  return size;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(kBlank), text.size());
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::size_t take_header(char* bytes, std::size_t, std::size_t size, void* target) {
  Incoming& incoming = *static_cast<Incoming*>(target);
  const std::string_view line(bytes, size);
  incoming.header_bytes += size;
  if (incoming.header_bytes > kMostHeaderBytes) {
    incoming.end = Incoming::End::kTooLarge;
    return 0;
  }
  if (line.starts_with("HTTP/")) {
    incoming.response.headers.clear();  // of a proxy, or of "100 Continue"
    return size;
  }
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    std::string lower(line.substr(0, colon));
    std::ranges::transform(lower, lower.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    incoming.response.headers.push_back(
        {.name = std::move(lower), .value = std::string(trimmed(line.substr(colon + 1)))});
  }
  return size;
}

int ask_whether_unwanted(void* is_unwanted, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return (*static_cast<const std::function<bool()>*>(is_unwanted))() ? 1 : 0;
}

// A list of headers that the library reads during a transfer.
class HeaderList {
 public:
  explicit HeaderList(const Curl& curl) : curl_(curl) {}

  ~HeaderList() { curl_.slist_free_all(list_); }

  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;

  void add(const std::string& line) {
    curl_slist* longer = curl_.slist_append(list_, line.c_str());
    HEADGATE_CHECK(longer != nullptr);  // out of memory
    list_ = longer;
  }

  [[nodiscard]] curl_slist* get() const { return list_; }

 private:
  const Curl& curl_;
  curl_slist* list_ = nullptr;
};

// One transfer: options, headers, and what it ended with.
class Transfer {
 public:
  Transfer(const Curl& curl, const Request& request)
      : curl_(curl), request_(request), headers_(curl), handle_(curl.easy_init()) {
    HEADGATE_CHECK(handle_ != nullptr);  // out of memory
    error_[0] = '\0';
  }

  ~Transfer() { curl_.easy_cleanup(handle_); }

  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  void set_request(const std::string& url);
  void set_surroundings(const Surroundings& surroundings, std::string_view url);
  void set_limits(const Limits& limits, double left_sec, const std::function<bool()>& is_unwanted);

  [[nodiscard]] Result<Response> perform();

  /// Where the response redirects to, absolute; "" for nowhere.
  [[nodiscard]] std::string redirect() const {
    const char* url = nullptr;
    (void)curl_.easy_getinfo(handle_, CURLINFO_REDIRECT_URL, &url);
    return url == nullptr ? std::string() : std::string(url);
  }

 private:
  template <typename Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = curl_.easy_setopt(handle_, option, value);
    HEADGATE_CHECK(code == CURLE_OK);
  }

  [[nodiscard]] Error error_of(CURLcode code) const;

  const Curl& curl_;
  const Request& request_;
  HeaderList headers_;
  CURL* handle_;
  Incoming incoming_ = {.most_bytes = 0};
  char error_[CURL_ERROR_SIZE];
};

void Transfer::set_request(const std::string& url) {
  set(CURLOPT_ERRORBUFFER, &error_[0]);
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  if (request_.method == "POST" || request_.method == "PATCH") {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(CURLOPT_POSTFIELDS, request_.body.c_str());
  }
  for (const Header& header : request_.headers) {
    headers_.add(fmt::format("{}: {}", header.name, header.value));
  }
  headers_.add("Expect:");  // no waiting for a "100 Continue"
  set(CURLOPT_HTTPHEADER, headers_.get());
}

void Transfer::set_surroundings(const Surroundings& surroundings, std::string_view url) {
  set(CURLOPT_PROXY, surroundings.proxy_for(url).c_str());
  set(CURLOPT_NOPROXY, surroundings.no_proxy.c_str());
  set(CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));  // none of ours to a proxy
  if (!surroundings.certificate_file.empty()) {
    set(CURLOPT_CAINFO, surroundings.certificate_file.c_str());
  }
  if (!surroundings.certificate_folder.empty()) {
    set(CURLOPT_CAPATH, surroundings.certificate_folder.c_str());
  }
}

void Transfer::set_limits(const Limits& limits, double left_sec,
                          const std::function<bool()>& is_unwanted) {
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(limits.connect_sec));
  set(CURLOPT_TIMEOUT_MS, milliseconds(left_sec));
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &ask_whether_unwanted);
  set(CURLOPT_XFERINFODATA, &is_unwanted);
  incoming_.most_bytes = limits.body_bytes;
  set(CURLOPT_WRITEFUNCTION, &take_body);
  set(CURLOPT_WRITEDATA, &incoming_);
  set(CURLOPT_HEADERFUNCTION, &take_header);
  set(CURLOPT_HEADERDATA, &incoming_);
}

Result<Response> Transfer::perform() {
  const CURLcode code = curl_.easy_perform(handle_);
  if (code != CURLE_OK) {
    return error_of(code);
  }
  long status = 0;
  (void)curl_.easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
  incoming_.response.status = static_cast<int>(status);
  return std::move(incoming_.response);
}

Error Transfer::error_of(CURLcode code) const {
  const std::string_view why = error_[0] != '\0' ? &error_[0] : curl_.easy_strerror(code);
  if (incoming_.end == Incoming::End::kTooLarge) {
    return failed(Reason::kServerUntrusted, request_,
                  fmt::format("the response has more than {} bytes", incoming_.most_bytes), "");
  }
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
      return failed(Reason::kInterrupted, request_, "interrupted", "");
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return failed(Reason::kServerUntrusted, request_, why,
                    "name the certificate of the authority that signed the server's with "
                    "SSL_CERT_FILE");
    case CURLE_URL_MALFORMAT:
      return failed(Reason::kUsage, request_, why, "");
    default:
      return failed(Reason::kNetworkFailed, request_, why,
                    "see that the machine reaches the server; HTTPS_PROXY names a proxy");
  }
}

Status check(const Request& request) {
  if (!origin_of(request.url)) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("'{}' is not an http or https address", request.url)};
  }
  for (const Header& header : request.headers) {
    if (!is_one_line(header.name) || !is_one_line(header.value)) {
      return Error{.reason = Reason::kUsage,
                   .message = fmt::format("the header {} of a request has more than one line",
                                          is_one_line(header.name) ? header.name : "")};
    }
  }
  return ok();
}

}  // namespace

struct CurlHttp::Library {
  Curl functions;
};

CurlHttp::CurlHttp(Surroundings surroundings, std::function<bool()> is_unwanted)
    : surroundings_(std::move(surroundings)), is_unwanted_(std::move(is_unwanted)) {}

CurlHttp::~CurlHttp() = default;

Result<Response> CurlHttp::send(const Request& request, const Limits& limits) {
  if (Status checked = check(request); !checked) {
    return std::move(checked).error();
  }
  if (!library_) {
    Result<Curl> loaded = load_curl();
    if (!loaded) {
      return std::move(loaded).error();
    }
    library_ = std::make_unique<Library>(Library{.functions = *loaded});
  }
  const double end_sec = now_sec() + limits.total_sec;
  std::string url = request.url;
  for (int redirects = 0;; ++redirects) {
    Transfer transfer(library_->functions, request);
    transfer.set_request(url);
    transfer.set_surroundings(surroundings_, url);
    transfer.set_limits(limits, end_sec - now_sec(), is_unwanted_);
    Result<Response> response = transfer.perform();
    std::string next = response && response->status / 100 == 3 ? transfer.redirect() : "";
    if (next.empty()) {
      return response;
    }
    if (origin_of(next) != origin_of(request.url)) {
      return failed(Reason::kServerUntrusted, request,
                    fmt::format("the server redirects to another one, '{}'", next),
                    "name that server itself, if it is the right one");
    }
    if (redirects == kMostRedirects) {
      return failed(Reason::kServerUntrusted, request, "the server redirects without end", "");
    }
    url = std::move(next);
  }
}

}  // namespace headgate::net
