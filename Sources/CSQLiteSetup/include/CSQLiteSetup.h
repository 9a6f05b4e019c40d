#ifndef CSQLITESETUP_H
#define CSQLITESETUP_H

/// Turns SQLite's accounting of its memory off, which takes a lock for each allocation. Before the first connection of the process; later it does nothing.
void hs_sqlite_without_accounting(void);

/// Gives SQLite an allocator of its own for pieces of up to 1 kB, which is faster than malloc(3) and never returns memory to the system: for programs
/// that run briefly. Call it before SQLite is used.
void hs_sqlite_with_lists_of_pieces(void);

#endif
