#include "CCurl.h"

#include <CLazy.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)                                                                                              \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_strerror) X(curl_easy_setopt)               \
  X(curl_easy_getinfo) X(curl_slist_append) X(curl_slist_free_all) X(curl_multi_init) X(curl_multi_cleanup)          \
  X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_wakeup) \
  X(curl_multi_strerror) X(curl_multi_info_read) X(curl_url) X(curl_url_set) X(curl_url_get) X(curl_url_cleanup)     \
  X(curl_free) X(curl_version)

static const char *set_up(void);
HS_LAZY_LIBRARY_THEN(hs_curl_load, "libcurl", "libcurl.so.4", "libcurl-gnutls.so.4", set_up)

static const char *set_up(void) { return p_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl can't be initialised"; }

const char *hs_curl_version(void) { return p_curl_version(); }

CURL *hs_easy_init(void) { return p_curl_easy_init(); }
void hs_easy_cleanup(CURL *easy) { p_curl_easy_cleanup(easy); }
const char *hs_easy_strerror(CURLcode code) { return p_curl_easy_strerror(code); }

CURLcode hs_easy_set_long(CURL *easy, CURLoption option, long value) { return p_curl_easy_setopt(easy, option, value); }
CURLcode hs_easy_set_string(CURL *easy, CURLoption option, const char *value) { return p_curl_easy_setopt(easy, option, value); }
CURLcode hs_easy_set_pointer(CURL *easy, CURLoption option, void *value) { return p_curl_easy_setopt(easy, option, value); }
CURLcode hs_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *list) { return p_curl_easy_setopt(easy, option, list); }
CURLcode hs_easy_set_receiver(CURL *easy, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)) {
  return p_curl_easy_setopt(easy, option, receiver);
}

CURLcode hs_easy_set_body(CURL *easy, const void *bytes, size_t size) {
  CURLcode code = p_curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
  return code != CURLE_OK ? code : p_curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes && size ? (const char *)bytes : "");
}

CURLcode hs_easy_allow_http_only(CURL *easy) {
  CURLcode code = p_curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code == CURLE_OK) return p_curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  // Before 7.85 there are only the bit masks, CURLOPT_PROTOCOLS (181) and CURLOPT_REDIR_PROTOCOLS (182), deprecated since.
  code = p_curl_easy_setopt(easy, (CURLoption)181, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  return code != CURLE_OK ? code : p_curl_easy_setopt(easy, (CURLoption)182, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

long hs_easy_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return p_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t hs_easy_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return p_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *hs_easy_get_string(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return p_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

struct curl_slist *hs_slist_append(struct curl_slist *list, const char *text) { return p_curl_slist_append(list, text); }
void hs_slist_free_all(struct curl_slist *list) { p_curl_slist_free_all(list); }

CURLM *hs_multi_init(void) { return p_curl_multi_init(); }
CURLMcode hs_multi_cleanup(CURLM *multi) { return p_curl_multi_cleanup(multi); }
CURLMcode hs_multi_add_handle(CURLM *multi, CURL *easy) { return p_curl_multi_add_handle(multi, easy); }
CURLMcode hs_multi_remove_handle(CURLM *multi, CURL *easy) { return p_curl_multi_remove_handle(multi, easy); }
CURLMcode hs_multi_perform(CURLM *multi, int *running) { return p_curl_multi_perform(multi, running); }
CURLMcode hs_multi_poll(CURLM *multi, int timeout_ms) { return p_curl_multi_poll(multi, NULL, 0, timeout_ms, NULL); }
CURLMcode hs_multi_wakeup(CURLM *multi) { return p_curl_multi_wakeup(multi); }
const char *hs_multi_strerror(CURLMcode code) { return p_curl_multi_strerror(code); }

CURL *hs_multi_next_done(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = p_curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

char *hs_url_part(const char *url, CURLUPart part) {
  CURLU *handle = p_curl_url();
  if (!handle) return NULL;
  char *text = NULL;
  if (p_curl_url_set(handle, CURLUPART_URL, url, 0) != CURLUE_OK || p_curl_url_get(handle, part, &text, 0) != CURLUE_OK) text = NULL;
  p_curl_url_cleanup(handle);
  return text;
}

void hs_free(void *pointer) { p_curl_free(pointer); }
