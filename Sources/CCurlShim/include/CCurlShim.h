#pragma once
#include <curl/curl.h>

#pragma clang assume_nonnull begin

// libcurl's setters and getters are variadic, so Swift cannot call them.

/// Receives `size * count` bytes. Returns the number accepted, or CURL_WRITEFUNC_PAUSE.
typedef size_t (*parlando_curl_receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Fills a buffer of `size * count` bytes. Returns the number written, 0 at the end.
typedef size_t (*parlando_curl_sender)(char *_Nullable buffer, size_t size, size_t count, void *_Nullable context);

CURLcode parlando_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode parlando_curl_set_text(CURL *easy, CURLoption option, const char *_Nullable value);
CURLcode parlando_curl_set_headers(CURL *easy, struct curl_slist *headers);
/// Copies the bytes and makes the request a POST.
CURLcode parlando_curl_set_body(CURL *easy, const void *_Nullable bytes, curl_off_t count);
/// Makes the request a POST of `count` bytes from `sender`, which is called on the thread that runs the transfer.
CURLcode parlando_curl_set_upload(CURL *easy, parlando_curl_sender sender, void *context, curl_off_t count);
/// The functions receive header and body on the thread that runs the transfer. `context` must outlive it.
CURLcode parlando_curl_set_receivers(CURL *easy, parlando_curl_receiver header, parlando_curl_receiver body,
                                     void *context);

/// Of the latest response, or 0 before there is one.
long parlando_curl_status(CURL *easy);
/// Seconds that the server asks to wait (Retry-After), or 0.
curl_off_t parlando_curl_retry_after(CURL *easy);
/// Of the only transfer, or CURLE_RECV_ERROR if it has not ended.
CURLcode parlando_curl_outcome(CURLM *multi);

#pragma clang assume_nonnull end
