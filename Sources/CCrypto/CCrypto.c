#include "CCrypto.h"

#include <CLazy.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <pthread.h>

#define HS_FUNCTIONS(X)                                                                             \
  X(EVP_MD_fetch) X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) X(EVP_DigestInit_ex) X(EVP_DigestUpdate)     \
  X(EVP_DigestFinal_ex) X(HMAC)

static const char *set_up(void);
HS_LAZY_LIBRARY_THEN(hs_crypto_open, "libcrypto 3", "libcrypto.so.3", NULL, set_up)

// Looked up once: by name each time it would cost more than the hash of a short text.
static EVP_MD *sha256;

static const char *set_up(void) {
  sha256 = p_EVP_MD_fetch(NULL, "SHA2-256", NULL);
  return sha256 ? NULL : "libcrypto has no SHA-256";
}

void *hs_sha256_begin(void) {
  EVP_MD_CTX *hash = p_EVP_MD_CTX_new();
  if (hash) p_EVP_DigestInit_ex(hash, sha256, NULL);
  return hash;
}

void hs_sha256_add(void *hash, const void *bytes, size_t count) { p_EVP_DigestUpdate(hash, bytes, count); }

void hs_sha256_end(void *hash, unsigned char *digest) { p_EVP_DigestFinal_ex(hash, digest, NULL); }

void hs_sha256_free(void *hash) { p_EVP_MD_CTX_free(hash); }

void hs_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *code) {
  p_HMAC(sha256, key, (int)key_count, bytes, count, code, NULL);
}
