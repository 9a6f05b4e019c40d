import Glibc

/// Memory for numbers that is kept from call to call, so that no loop allocates. Belongs to one owner, and that to one thread.
struct Scratch<Number: BitwiseCopyable>: ~Copyable {
  /// Elements behind those asked for that may be touched, too: loops read and write whole vectors.
  static var slack: Int { 64 }

  private static var alignment: Int { 64 }

  private var memory: UnsafeMutableRawPointer?
  private var bytes = 0

  /// Empty memory.
  init() {}

  deinit { free(memory) }

  /// Room for `count` elements. Until more are asked for, it is the same memory with the same content; new memory is all zeros.
  mutating func room(for count: Int) -> UnsafeMutablePointer<Number> {
    let needed = (count + Self.slack) * MemoryLayout<Number>.stride
    if bytes < needed {
      free(memory)
      // Half as much again, so that a row of growing pictures doesn't allocate at each one. The system hands out zeros, page by page as they are
      // touched; writing them would touch all.
      bytes = needed + needed / 2
      memory = calloc(bytes + Self.alignment, 1)
    }
    guard let memory else { preconditionFailure("out of memory") }
    return memory.alignedUp(toMultipleOf: Self.alignment).assumingMemoryBound(to: Number.self)
  }
}
