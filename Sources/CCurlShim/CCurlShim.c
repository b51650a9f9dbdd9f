#include "CCurlShim.h"

CURLcode parlando_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode parlando_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode parlando_curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

CURLcode parlando_curl_set_body(CURL *easy, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POST, 1L);
    if (code == CURLE_OK) {
        code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    }
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "") : code;
}

CURLcode parlando_curl_set_upload(CURL *easy, parlando_curl_sender sender, void *context, curl_off_t count) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, sender);
    curl_easy_setopt(easy, CURLOPT_READDATA, context);
    return curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
}

CURLcode parlando_curl_set_receivers(CURL *easy, parlando_curl_receiver header, parlando_curl_receiver body,
                                     void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    return curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

long parlando_curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

curl_off_t parlando_curl_retry_after(CURL *easy) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}

CURLcode parlando_curl_outcome(CURLM *multi) {
    int left = 0;
    CURLMsg *message = curl_multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_RECV_ERROR;
}
