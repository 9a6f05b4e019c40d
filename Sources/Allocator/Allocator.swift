import CAllocator

/// The allocator of the C library, for programs that serve for long.
package enum Allocator {
  /// Makes it give freed memory back to the system, from two heaps at most. To be called before there are threads.
  package static func returnFreedMemory() { hs_return_freed_memory() }

  /// Gives back what is free now.
  package static func trim() { hs_trim_memory() }
}
