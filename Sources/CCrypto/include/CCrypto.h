#pragma once

// The part of OpenSSL's libcrypto that is used; the library is opened when it is first needed.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once per process, any thread may call it; NULL when it is there, else what is wrong. Before anything else of it.
const char *hs_crypto_open(void);

/// A SHA-256 that is being computed. NULL = no memory.
void *hs_sha256_begin(void);
/// Takes more bytes.
void hs_sha256_add(void *hash, const void *bytes, size_t count);
/// Writes the 32 bytes of what was taken.
void hs_sha256_end(void *hash, unsigned char *digest);
/// Frees it.
void hs_sha256_free(void *hash);

/// Writes the 32 bytes of HMAC-SHA-256 (RFC 2104).
void hs_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *code);

#ifdef __cplusplus
}
#endif
