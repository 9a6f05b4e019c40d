#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

// Each function once: a pointer whose type is that of the header's declaration, so that a wrong call doesn't compile.
#define HS_FUNCTIONS(X)                                                                                                        \
  X(global_init) X(easy_init) X(easy_cleanup) X(easy_strerror) X(easy_setopt) X(easy_getinfo) X(slist_append) X(slist_free_all) \
  X(multi_init) X(multi_cleanup) X(multi_add_handle) X(multi_remove_handle) X(multi_perform) X(multi_poll) X(multi_wakeup)     \
  X(multi_strerror) X(multi_info_read) X(url) X(url_set) X(url_get) X(url_cleanup) X(free) X(version)

static struct {
#define HS_POINTER(name) __typeof__(curl_##name) *name;
  HS_FUNCTIONS(HS_POINTER)
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void load(void) {
#if defined(__APPLE__)
  static const char *const names[] = {"libcurl.4.dylib"};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    // The first name's message is the useful one. dlerror's text lasts until the next call, so it is copied.
    if (!library && !problem) {
      static char text[256];
      const char *reason = dlerror();
      size_t length = 0;
      for (; reason && reason[length] && length < sizeof text - 1; length++) text[length] = reason[length];
      text[length] = 0;
      problem = text;
    }
  }
  if (!library) return;
  problem = NULL;
#define HS_LOOK_UP(name)                                                          \
  curl.name = (__typeof__(curl_##name) *)dlsym(library, "curl_" #name);           \
  if (!curl.name) { problem = "this libcurl has no curl_" #name; return; }
  HS_FUNCTIONS(HS_LOOK_UP)
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) problem = "libcurl can't be initialised";
}

const char *hs_curl_load(void) {
  pthread_once(&once, load);
  return problem;
}

const char *hs_curl_version(void) { return curl.version(); }

CURL *hs_easy_init(void) { return curl.easy_init(); }
void hs_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
const char *hs_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLcode hs_easy_set_long(CURL *easy, CURLoption option, long value) { return curl.easy_setopt(easy, option, value); }
CURLcode hs_easy_set_string(CURL *easy, CURLoption option, const char *value) { return curl.easy_setopt(easy, option, value); }
CURLcode hs_easy_set_pointer(CURL *easy, CURLoption option, void *value) { return curl.easy_setopt(easy, option, value); }
CURLcode hs_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *list) { return curl.easy_setopt(easy, option, list); }
CURLcode hs_easy_set_receiver(CURL *easy, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)) {
  return curl.easy_setopt(easy, option, receiver);
}

CURLcode hs_easy_set_body(CURL *easy, const void *bytes, size_t size) {
  CURLcode code = curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
  return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes && size ? (const char *)bytes : "");
}

CURLcode hs_easy_allow_http_only(CURL *easy) {
  CURLcode code = curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code == CURLE_OK) return curl.easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  // Before 7.85 there are only the bit masks, CURLOPT_PROTOCOLS (181) and CURLOPT_REDIR_PROTOCOLS (182), deprecated since.
  code = curl.easy_setopt(easy, (CURLoption)181, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  return code != CURLE_OK ? code : curl.easy_setopt(easy, (CURLoption)182, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

long hs_easy_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t hs_easy_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *hs_easy_get_string(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

struct curl_slist *hs_slist_append(struct curl_slist *list, const char *text) { return curl.slist_append(list, text); }
void hs_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *hs_multi_init(void) { return curl.multi_init(); }
CURLMcode hs_multi_cleanup(CURLM *multi) { return curl.multi_cleanup(multi); }
CURLMcode hs_multi_add_handle(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode hs_multi_remove_handle(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode hs_multi_perform(CURLM *multi, int *running) { return curl.multi_perform(multi, running); }
CURLMcode hs_multi_poll(CURLM *multi, int timeout_ms) { return curl.multi_poll(multi, NULL, 0, timeout_ms, NULL); }
CURLMcode hs_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }
const char *hs_multi_strerror(CURLMcode code) { return curl.multi_strerror(code); }

CURL *hs_multi_next_done(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl.multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

char *hs_url_part(const char *url, CURLUPart part) {
  CURLU *handle = curl.url();
  if (!handle) return NULL;
  char *text = NULL;
  if (curl.url_set(handle, CURLUPART_URL, url, 0) != CURLUE_OK || curl.url_get(handle, part, &text, 0) != CURLUE_OK) text = NULL;
  curl.url_cleanup(handle);
  return text;
}

void hs_free(void *pointer) { curl.free(pointer); }
