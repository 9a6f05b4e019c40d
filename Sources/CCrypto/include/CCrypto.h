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

/// Opens the library for keys and ciphers, as `hs_crypto_open` does for hashes; NULL when they are there, else what is wrong. Before anything below.
const char *hs_crypto_open_keys(void);

/// Bytes of a private key of P-256 (SEC 2, secp256r1): a number in 1…n-1, big end first.
#define HS_P256_SCALAR 32
/// Bytes of a public key: a point of the curve, uncompressed (SEC 1, 2.3.3): 4, x, y.
#define HS_P256_POINT 65

// Functions that return an int return 1 when they did it. On 0, what they had to write is undefined.

/// Makes a random key pair.
int hs_p256_make(unsigned char *scalar, unsigned char *point);
/// Writes the public key of a private one. 0 = it is out of range, or no memory.
int hs_p256_point(const unsigned char *scalar, unsigned char *point);
/// Whether 65 bytes are a point of the curve.
int hs_p256_is_point(const unsigned char *point);
/// Writes the 32 bytes of the secret that a pair of keys has in common with another's public key (SEC 1, 3.3.1).
int hs_p256_agree(const unsigned char *scalar, const unsigned char *point, const unsigned char *peer, unsigned char *secret);
/// Writes the ECDSA signature of what has that SHA-256: r and s, 32 bytes each.
int hs_p256_sign(
    const unsigned char *scalar, const unsigned char *point, const void *bytes, size_t count, unsigned char *signature);
/// Whether 64 bytes are such a signature.
int hs_p256_verify(const unsigned char *point, const void *bytes, size_t count, const unsigned char *signature);

/// Encrypts with a key of 16 and a nonce of 12 bytes (NIST SP 800-38D). Writes `count` + 16 bytes: the last 16 are the tag.
int hs_aes128_gcm_seal(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *bytes, size_t count, unsigned char *sealed);
/// The opposite, which writes `count` - 16 bytes. 0 = something of it was changed, or no memory.
int hs_aes128_gcm_open(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *sealed, size_t count, unsigned char *bytes);

#ifdef __cplusplus
}
#endif
