// minizip: the zip reader that comes with zlib (zip64 too).
#include <minizip/unzip.h>
