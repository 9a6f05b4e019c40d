#include "CCrypto.h"

#include <CLazy.h>
#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
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

// Keys and ciphers have a table of their own, so that a program that only hashes doesn't look these functions up.
#undef HS_FUNCTIONS
#define HS_FUNCTIONS(X)                                                                             \
  X(BN_bin2bn) X(BN_bn2binpad) X(BN_bn2nativepad) X(BN_clear_free) X(BN_cmp) X(BN_is_zero)          \
  X(EC_GROUP_get0_order) X(EC_GROUP_new_by_curve_name) X(EC_POINT_free) X(EC_POINT_mul)             \
  X(EC_POINT_new) X(EC_POINT_oct2point) X(EC_POINT_point2oct)                                       \
  X(ECDSA_SIG_free) X(ECDSA_SIG_get0) X(ECDSA_SIG_new) X(ECDSA_SIG_set0)                            \
  X(d2i_ECDSA_SIG) X(i2d_ECDSA_SIG) X(ERR_clear_error)                                              \
  X(EVP_CIPHER_CTX_ctrl) X(EVP_CIPHER_CTX_free) X(EVP_CIPHER_CTX_new) X(EVP_CIPHER_fetch)           \
  X(EVP_DecryptFinal_ex) X(EVP_DecryptInit_ex2) X(EVP_DecryptUpdate)                                \
  X(EVP_EncryptFinal_ex) X(EVP_EncryptInit_ex2) X(EVP_EncryptUpdate)                                \
  X(EVP_DigestSign) X(EVP_DigestSignInit_ex) X(EVP_DigestVerify) X(EVP_DigestVerifyInit_ex)         \
  X(EVP_PKEY_CTX_free) X(EVP_PKEY_CTX_new_from_name) X(EVP_PKEY_CTX_new_from_pkey)                  \
  X(EVP_PKEY_derive) X(EVP_PKEY_derive_init) X(EVP_PKEY_derive_set_peer)                            \
  X(EVP_PKEY_free) X(EVP_PKEY_fromdata) X(EVP_PKEY_fromdata_init) X(EVP_PKEY_get_bn_param)          \
  X(EVP_PKEY_Q_keygen)

enum { coordinate_count = 32, tag_count = 16 };

static const char *set_up_keys(void);
HS_LAZY_LIBRARY_THEN(open_keys, "libcrypto 3", "libcrypto.so.3", NULL, set_up_keys)

// Read only after they are made, so that threads may share them.
static EC_GROUP *p256;
static EVP_CIPHER *aes128_gcm;

static const char *set_up_keys(void) {
  p256 = p_EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  if (!p256) return "libcrypto has no P-256";
  aes128_gcm = p_EVP_CIPHER_fetch(NULL, "AES-128-GCM", NULL);
  return aes128_gcm ? NULL : "libcrypto has no AES-128-GCM";
}

const char *hs_crypto_open_keys(void) {
  const char *problem = hs_crypto_open();
  return problem ? problem : open_keys();
}

// A failure leaves a reason in the thread's queue of errors, where later callers of the library would take it for theirs.
static int result(int is_good) {
  if (!is_good) p_ERR_clear_error();
  return is_good;
}

// Whether a number is in 1…n-1, where n is the order of the curve's base point.
static int is_scalar(const BIGNUM *number) {
  return number && !p_BN_is_zero(number) && p_BN_cmp(number, p_EC_GROUP_get0_order(p256)) < 0;
}

// Writes the point of a private key.
static int write_point(const BIGNUM *scalar, unsigned char *point) {
  EC_POINT *product = p_EC_POINT_new(p256);
  int is_good = product && p_EC_POINT_mul(p256, product, scalar, NULL, NULL, NULL) == 1 &&
                p_EC_POINT_point2oct(p256, product, POINT_CONVERSION_UNCOMPRESSED, point, HS_P256_POINT, NULL) == HS_P256_POINT;
  p_EC_POINT_free(product);
  return is_good;
}

int hs_p256_make(unsigned char *scalar, unsigned char *point) {
  EVP_PKEY *key = p_EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
  BIGNUM *number = NULL;
  int is_good = key && p_EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
                p_BN_bn2binpad(number, scalar, HS_P256_SCALAR) == HS_P256_SCALAR && write_point(number, point);
  p_BN_clear_free(number);
  p_EVP_PKEY_free(key);
  return result(is_good);
}

int hs_p256_point(const unsigned char *scalar, unsigned char *point) {
  BIGNUM *number = p_BN_bin2bn(scalar, HS_P256_SCALAR, NULL);
  int is_good = is_scalar(number) && write_point(number, point);
  p_BN_clear_free(number);
  return result(is_good);
}

int hs_p256_is_point(const unsigned char *point) {
  EC_POINT *read = p_EC_POINT_new(p256);
  // Reading checks that the coordinates are below the prime and satisfy the equation of the curve.
  int is_good = read && point[0] == POINT_CONVERSION_UNCOMPRESSED && p_EC_POINT_oct2point(p256, read, point, HS_P256_POINT, NULL) == 1;
  p_EC_POINT_free(read);
  return result(is_good);
}

// A key of the library's own, to be freed: with a scalar a private one, with NULL a public one. NULL when the bytes aren't a key.
static EVP_PKEY *p256_key(const unsigned char *scalar, const unsigned char *point) {
  EVP_PKEY *key = NULL;
  BIGNUM *number = scalar ? p_BN_bin2bn(scalar, HS_P256_SCALAR, NULL) : NULL;
  EVP_PKEY_CTX *context = p_EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  unsigned char native[HS_P256_SCALAR];
  char group[] = "P-256";
  OSSL_PARAM parameters[4] = {
      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof group - 1),
      // The library only reads it.
      OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (unsigned char *)point, HS_P256_POINT), OSSL_PARAM_END, OSSL_PARAM_END};
  int is_good = context && p_EVP_PKEY_fromdata_init(context) == 1;
  if (is_good && scalar) {
    is_good = number && p_BN_bn2nativepad(number, native, sizeof native) == sizeof native;
    parameters[2] = (OSSL_PARAM)OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, sizeof native);
  }
  if (is_good) p_EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters);
  p_EVP_PKEY_CTX_free(context);
  p_BN_clear_free(number);
  return key;
}

int hs_p256_agree(const unsigned char *scalar, const unsigned char *point, const unsigned char *peer, unsigned char *secret) {
  EVP_PKEY *own = p256_key(scalar, point), *other = p256_key(NULL, peer);
  EVP_PKEY_CTX *context = own && other ? p_EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL) : NULL;
  size_t count = coordinate_count;
  int is_good = context && p_EVP_PKEY_derive_init(context) == 1 && p_EVP_PKEY_derive_set_peer(context, other) == 1 &&
                p_EVP_PKEY_derive(context, secret, &count) == 1 && count == coordinate_count;
  p_EVP_PKEY_CTX_free(context);
  p_EVP_PKEY_free(other);
  p_EVP_PKEY_free(own);
  return result(is_good);
}

// The library's signatures are DER, with two integers of 1 to 33 bytes each.
enum { most_der = 80 };

int hs_p256_sign(
    const unsigned char *scalar, const unsigned char *point, const void *bytes, size_t count, unsigned char *signature) {
  EVP_PKEY *key = p256_key(scalar, point);
  EVP_MD_CTX *context = p_EVP_MD_CTX_new();
  unsigned char der[most_der];
  size_t der_count = sizeof der;
  int is_good = key && context && p_EVP_DigestSignInit_ex(context, NULL, "SHA2-256", NULL, NULL, key, NULL) == 1 &&
                p_EVP_DigestSign(context, der, &der_count, bytes, count) == 1;
  const unsigned char *next = der;
  ECDSA_SIG *pair = is_good ? p_d2i_ECDSA_SIG(NULL, &next, (long)der_count) : NULL;
  is_good = pair != NULL;
  if (is_good) {
    const BIGNUM *r, *s;
    p_ECDSA_SIG_get0(pair, &r, &s);
    is_good = p_BN_bn2binpad(r, signature, coordinate_count) == coordinate_count &&
              p_BN_bn2binpad(s, signature + coordinate_count, coordinate_count) == coordinate_count;
  }
  p_ECDSA_SIG_free(pair);
  p_EVP_MD_CTX_free(context);
  p_EVP_PKEY_free(key);
  return result(is_good);
}

// Writes a signature of 64 bytes as DER. The number of bytes, 0 = no memory.
static int write_der(const unsigned char *signature, unsigned char *der) {
  ECDSA_SIG *pair = p_ECDSA_SIG_new();
  BIGNUM *r = p_BN_bin2bn(signature, coordinate_count, NULL), *s = p_BN_bin2bn(signature + coordinate_count, coordinate_count, NULL);
  int count = 0;
  if (pair && r && s && p_ECDSA_SIG_set0(pair, r, s) == 1) {
    // They are the pair's now.
    r = s = NULL;
    count = p_i2d_ECDSA_SIG(pair, &der);
  }
  p_BN_clear_free(r);
  p_BN_clear_free(s);
  p_ECDSA_SIG_free(pair);
  return count > 0 ? count : 0;
}

int hs_p256_verify(const unsigned char *point, const void *bytes, size_t count, const unsigned char *signature) {
  unsigned char der[most_der];
  int der_count = write_der(signature, der);
  EVP_PKEY *key = p256_key(NULL, point);
  EVP_MD_CTX *context = p_EVP_MD_CTX_new();
  int is_good = der_count && key && context && p_EVP_DigestVerifyInit_ex(context, NULL, "SHA2-256", NULL, NULL, key, NULL) == 1 &&
                p_EVP_DigestVerify(context, der, (size_t)der_count, bytes, count) == 1;
  p_EVP_MD_CTX_free(context);
  p_EVP_PKEY_free(key);
  return result(is_good);
}

int hs_aes128_gcm_seal(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *bytes, size_t count, unsigned char *sealed) {
  if (count > INT_MAX - tag_count) return 0;
  EVP_CIPHER_CTX *context = p_EVP_CIPHER_CTX_new();
  int part = 0, rest = 0;
  // Given nothing, an update would take a NULL for other data that is authenticated with the text.
  int is_good = context && p_EVP_EncryptInit_ex2(context, aes128_gcm, key, nonce, NULL) == 1 &&
                (!count || p_EVP_EncryptUpdate(context, sealed, &part, bytes, (int)count) == 1) &&
                p_EVP_EncryptFinal_ex(context, sealed + part, &rest) == 1 && (size_t)(part + rest) == count &&
                p_EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_count, sealed + count) == 1;
  p_EVP_CIPHER_CTX_free(context);
  return result(is_good);
}

int hs_aes128_gcm_open(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *sealed, size_t count, unsigned char *bytes) {
  if (count < tag_count || count > INT_MAX) return 0;
  size_t text_count = count - tag_count;
  EVP_CIPHER_CTX *context = p_EVP_CIPHER_CTX_new();
  int part = 0, rest = 0;
  // The library only reads the tag.
  int is_good = context && p_EVP_DecryptInit_ex2(context, aes128_gcm, key, nonce, NULL) == 1 &&
                (!text_count || p_EVP_DecryptUpdate(context, bytes, &part, sealed, (int)text_count) == 1) &&
                p_EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_count, (unsigned char *)sealed + text_count) == 1 &&
                p_EVP_DecryptFinal_ex(context, bytes + part, &rest) == 1 && (size_t)(part + rest) == text_count;
  p_EVP_CIPHER_CTX_free(context);
  return result(is_good);
}
