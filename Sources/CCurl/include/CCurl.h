#pragma once

// libcurl, opened on first use: linking it costs each start of the program 6 ms, also of the commands that need no network.
//
// The constants and types are curl's own. Its functions are called through the wrappers below, one per argument type where curl's are
// variadic, which Swift can't call. hs_curl_load() must have returned NULL before any other of them is called.

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Opens libcurl and initialises it, once; any thread may call it. NULL when it worked, else the loader's own text.
const char *_Nullable hs_curl_load(void);

/// Curl's version and those of the libraries it uses, apart by blanks: `libcurl/7.88.1 OpenSSL/3.0.15 …`.
const char *hs_curl_version(void);

CURL *_Nullable hs_easy_init(void);
void hs_easy_cleanup(CURL *easy);
const char *hs_easy_strerror(CURLcode code);

CURLcode hs_easy_set_long(CURL *easy, CURLoption option, long value);
/// curl copies the text.
CURLcode hs_easy_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode hs_easy_set_pointer(CURL *easy, CURLoption option, void *value);
/// curl keeps the list until the transfer is over; the caller frees it.
CURLcode hs_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *_Nullable list);
/// CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION; both have this type.
CURLcode hs_easy_set_receiver(CURL *easy, CURLoption option,
                              size_t (*receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context));
/// A body of `size` bytes, which curl copies.
CURLcode hs_easy_set_body(CURL *easy, const void *_Nullable bytes, size_t size);
/// No protocol but http and https, for redirects too; by the name of the option that this libcurl knows.
CURLcode hs_easy_allow_http_only(CURL *easy);

/// 0 when curl can't say.
long hs_easy_get_long(CURL *easy, CURLINFO info);
/// 0 when curl can't say.
curl_off_t hs_easy_get_offset(CURL *easy, CURLINFO info);
/// Belongs to the handle. NULL when there is none.
const char *_Nullable hs_easy_get_string(CURL *easy, CURLINFO info);

struct curl_slist *_Nullable hs_slist_append(struct curl_slist *_Nullable list, const char *text);
void hs_slist_free_all(struct curl_slist *_Nullable list);

CURLM *_Nullable hs_multi_init(void);
CURLMcode hs_multi_cleanup(CURLM *multi);
CURLMcode hs_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode hs_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode hs_multi_perform(CURLM *multi, int *running);
/// Waits for a socket, a wake-up or the time; nothing else is watched.
CURLMcode hs_multi_poll(CURLM *multi, int timeout_ms);
/// The one call that is allowed from another thread than the handle's.
CURLMcode hs_multi_wakeup(CURLM *multi);
const char *hs_multi_strerror(CURLMcode code);
/// The next finished transfer and how it ended, the union of CURLMsg unpacked. NULL when there is none.
CURL *_Nullable hs_multi_next_done(CURLM *multi, CURLcode *result);

/// A part of an address as curl itself reads it. NULL when the address is bad or has no such part; free it with hs_free.
char *_Nullable hs_url_part(const char *url, CURLUPart part);
void hs_free(void *_Nullable pointer);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
