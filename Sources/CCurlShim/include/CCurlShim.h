#pragma once
#include <curl/curl.h>

#pragma clang assume_nonnull begin

// libcurl's setters and getters are variadic, which Swift cannot call. These are the same with fixed types.

/// Hears `size * count` bytes; answers how many were taken, or CURL_WRITEFUNC_PAUSE.
typedef size_t (*parlando_curl_receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Fills a buffer of `size * count` bytes; answers how many there were, 0 at the end.
typedef size_t (*parlando_curl_sender)(char *_Nullable buffer, size_t size, size_t count, void *_Nullable context);

CURLcode parlando_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode parlando_curl_set_text(CURL *easy, CURLoption option, const char *_Nullable value);
CURLcode parlando_curl_set_headers(CURL *easy, struct curl_slist *headers);
/// Copies the bytes and makes the request a POST.
CURLcode parlando_curl_set_body(CURL *easy, const void *_Nullable bytes, curl_off_t count);
/// Makes the request a POST of `count` bytes that the sender gives, on the thread that runs the transfer.
CURLcode parlando_curl_set_upload(CURL *easy, parlando_curl_sender sender, void *context, curl_off_t count);
/// `context` is handed to both, on the thread that runs the transfer, and must outlive it.
CURLcode parlando_curl_set_receivers(CURL *easy, parlando_curl_receiver header, parlando_curl_receiver body,
                                     void *context);

/// Status of the latest answer, 0 before it came.
long parlando_curl_status(CURL *easy);
/// Seconds the server asks to wait before another try, 0: it asks nothing.
curl_off_t parlando_curl_retry_after(CURL *easy);
/// How the only transfer of `multi` ended.
CURLcode parlando_curl_outcome(CURLM *multi);

#pragma clang assume_nonnull end
