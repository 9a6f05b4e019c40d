/// Memory for numbers that is kept from call to call, so that no loop allocates. Belongs to one owner, and that to one thread.
struct Scratch<Number: BitwiseCopyable>: ~Copyable {
  /// Elements behind those asked for that may be touched, too: loops read and write whole vectors.
  static var slack: Int { 64 }

  private var memory: UnsafeMutableRawBufferPointer

  /// Empty memory.
  init() { memory = .allocate(byteCount: 0, alignment: 64) }

  deinit { memory.deallocate() }

  /// Room for `count` elements. Until more are asked for, it is the same memory with the same content; new memory is all zeros.
  mutating func room(for count: Int) -> UnsafeMutablePointer<Number> {
    let needed = (count + Self.slack) * MemoryLayout<Number>.stride
    if memory.count < needed {
      memory.deallocate()
      // Half as much again, so that a row of growing pictures doesn't allocate at each one.
      memory = .allocate(byteCount: needed + needed / 2, alignment: 64)
      _ = memory.initializeMemory(as: UInt8.self, repeating: 0)
    }
    // Not nil: it has at least the slack's bytes.
    guard let base = memory.baseAddress else { preconditionFailure("memory without an address") }
    return base.assumingMemoryBound(to: Number.self)
  }
}
