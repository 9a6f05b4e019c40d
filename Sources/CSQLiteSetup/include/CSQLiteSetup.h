#ifndef CSQLITESETUP_H
#define CSQLITESETUP_H

/// Turns SQLite's accounting of its memory off, which takes a lock for each allocation. Before the first connection of the process; later it does nothing.
void hs_sqlite_without_accounting(void);

#endif
