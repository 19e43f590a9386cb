// Part of Strata.
// SPDX-License-Identifier: MIT

#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

// Swift cannot call variadic functions: one typed function per kind of value.

/// What libcurl calls with received bytes; returns how many were taken.
typedef size_t (*strata_curl_write)(char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);
/// What libcurl calls for bytes to send; returns how many were given.
typedef size_t (*strata_curl_read)(char *_Nonnull room, size_t size, size_t count, void *_Nonnull context);
/// What libcurl calls to read a body again from an offset.
typedef int (*strata_curl_seek)(void *_Nonnull context, curl_off_t offset, int origin);

/// CURLOPT_QUICK_EXIT, which came with libcurl 7.87; older ones refuse it.
static const CURLoption STRATA_CURLOPT_QUICK_EXIT = (CURLoption)322;

static inline CURLcode strata_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLMcode strata_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// Sets what is told which sockets libcurl waits for.
static inline CURLMcode strata_curl_multi_set_watcher(
    CURLM *_Nonnull multi, curl_socket_callback _Nonnull watch, void *_Nonnull context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context) : code;
}

static inline CURLcode strata_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode strata_curl_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode strata_curl_set_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

/// Sets bytes that outlive the handle.
static inline CURLcode strata_curl_set_blob(
    CURL *_Nonnull easy, CURLoption option, const void *_Nonnull bytes, size_t length) {
  struct curl_blob blob = {(void *)bytes, length, CURL_BLOB_NOCOPY};
  return curl_easy_setopt(easy, option, &blob);
}

/// Sets the buffer for error texts: CURL_ERROR_SIZE bytes that outlive the handle.
static inline CURLcode strata_curl_set_error_buffer(CURL *_Nonnull easy, char *_Nonnull buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

/// Sets what receives the head (line by line) and the body.
static inline void strata_curl_set_receivers(
    CURL *_Nonnull easy, strata_curl_write _Nonnull head, strata_curl_write _Nonnull body, void *_Nonnull context) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

/// Sets what gives the body to send.
static inline void strata_curl_set_sender(
    CURL *_Nonnull easy, strata_curl_read _Nonnull read, strata_curl_seek _Nonnull seek, void *_Nonnull context) {
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

/// The context that the receivers were set with.
static inline void *_Nullable strata_curl_context(CURL *_Nonnull easy) {
  void *context = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
  return context;
}

/// The file that libcurl reads trusted roots from; NULL where it was built without one.
static inline const char *_Nullable strata_curl_roots(CURL *_Nonnull easy) {
  const char *path = NULL;
  curl_easy_getinfo(easy, CURLINFO_CAINFO, &path);
  return path;
}

// zlib, which every libcurl brings along: its own header would need one more package to build.
// The layout and the names are zlib's stable binary interface.

/// A stream that zlib works on: `z_stream`.
typedef struct strata_zlib_stream {
  const unsigned char *_Nullable next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *_Nullable next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *_Nullable message;
  void *_Nullable state;
  void *_Nullable (*_Nullable allocate)(void *_Nullable, unsigned int, unsigned int);
  void (*_Nullable release)(void *_Nullable, void *_Nullable);
  void *_Nullable opaque;
  int data_type;
  unsigned long check, reserved;
} strata_zlib_stream;

/// What zlib answers: `Z_OK`, `Z_STREAM_END`, `Z_BUF_ERROR`; every other number is a failure.
enum { STRATA_ZLIB_OK = 0, STRATA_ZLIB_END = 1, STRATA_ZLIB_NO_PROGRESS = -5 };

const char *_Nonnull strata_zlib_version(void) __asm__("zlibVersion");
int strata_inflate_init(strata_zlib_stream *_Nonnull, int bits, const char *_Nonnull version, int size)
    __asm__("inflateInit2_");
/// Undoes the next bytes; `flush` is 0.
int strata_inflate(strata_zlib_stream *_Nonnull, int flush) __asm__("inflate");
/// Begins a further member.
int strata_inflate_reset(strata_zlib_stream *_Nonnull) __asm__("inflateReset");
/// Releases what the stream holds.
int strata_inflate_end(strata_zlib_stream *_Nonnull) __asm__("inflateEnd");

/// Begins to undo gzip (RFC 1952); STRATA_ZLIB_OK on success.
static inline int strata_gunzip_begin(strata_zlib_stream *_Nonnull stream) {
  return strata_inflate_init(stream, 16 + 15, strata_zlib_version(), (int)sizeof(strata_zlib_stream));
}
