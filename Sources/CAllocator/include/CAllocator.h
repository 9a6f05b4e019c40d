#ifndef CALLOCATOR_H
#define CALLOCATOR_H

/// Makes the allocator give freed memory back to the system: large pieces at once, the rest when the end of the heap is free, from two heaps at
/// most. To be called before the program has threads. Does nothing where the allocator isn't glibc's.
void hs_return_freed_memory(void);

/// Gives back what is free now, in the middle of the heaps too. Does nothing where the allocator isn't glibc's.
void hs_trim_memory(void);

#endif
