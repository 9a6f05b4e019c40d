#include "CSQLiteSetup.h"

#include <sqlite3.h>

void hs_sqlite_without_accounting(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
