#pragma once

// Intel's ISA-L, opened when the first compressed health export is read: no other command needs it.
//
// The functions have the names and signatures of isa-l/crc.h and isa-l/igzip_lib.h with the prefix hs_. Where the library isn't installed, the process ends with a sentence, as one
// that is linked with it does.

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#ifdef __cplusplus
extern "C" {
#endif

void hs_isal_inflate_init(struct inflate_state *state);
int hs_isal_inflate(struct inflate_state *state);
uint32_t hs_crc32_gzip_refl(uint32_t value, const unsigned char *bytes, uint64_t count);

#ifdef __cplusplus
}
#endif
