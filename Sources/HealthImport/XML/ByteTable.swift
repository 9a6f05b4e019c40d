import Glibc

/// Maps texts, byte by byte, to small numbers: names that occur in every record are looked up a million times but
/// converted to a `String` once.
///
/// A cache, not a list: it is cleared when it has grown large, so that a file with ever new names can't fill the
/// memory. Open addressing with linear steps, at most half full.
struct ByteTable: ~Copyable {
  private struct Slot {
    var hash: UInt64
    var offset: Int
    var count: Int
    var number: Int32
  }

  private static let capacity = 1 << 10
  private static let largestArena = 4 << 20

  // One owner each, freed in `deinit`. A slot with `count` -1 is free; `arena` holds the texts one behind the other.
  private let slots: UnsafeMutablePointer<Slot>
  private var arena: UnsafeMutablePointer<UInt8>
  private var arenaCapacity = 4 << 10
  private var arenaUsed = 0
  private var used = 0
  /// The last slot found; no text has the length -2, not even a missing one.
  private var last = Slot(hash: 0, offset: 0, count: -2, number: -1)

  init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(repeating: Slot(hash: 0, offset: 0, count: -1, number: -1), count: Self.capacity)
    arena = .allocate(capacity: arenaCapacity)
  }

  deinit {
    slots.deallocate()
    arena.deallocate()
  }

  /// The number of `text`, -1 when it has none (any more).
  @inline(__always) mutating func number(of text: ByteText) -> Int32 {
    if text.count == last.count, memcmp(text.start, arena + last.offset, text.count) == 0 { return last.number }
    return search(text)
  }

  /// Remembers `number`, 0 or more, for a text that has none.
  mutating func insert(_ text: ByteText, _ number: Int32) {
    guard text.isPresent else { return }
    if used * 2 >= Self.capacity || arenaUsed + text.count > Self.largestArena { forget() }
    guard text.count <= Self.largestArena else { return }
    if arenaUsed + text.count > arenaCapacity { grow(to: arenaUsed + text.count) }
    (arena + arenaUsed).update(from: text.start, count: text.count)
    let slot = Slot(hash: hash(text), offset: arenaUsed, count: text.count, number: number)
    arenaUsed += text.count
    used += 1
    var place = Int(truncatingIfNeeded: slot.hash) & (Self.capacity - 1)
    while slots[place].count >= 0 { place = (place + 1) & (Self.capacity - 1) }
    slots[place] = slot
    last = slot
  }

  private mutating func search(_ text: ByteText) -> Int32 {
    guard text.isPresent else { return -1 }
    let hash = hash(text)
    var place = Int(truncatingIfNeeded: hash) & (Self.capacity - 1)
    while slots[place].count >= 0 {
      let slot = slots[place]
      if slot.hash == hash, slot.count == text.count, memcmp(text.start, arena + slot.offset, text.count) == 0 {
        last = slot
        return slot.number
      }
      place = (place + 1) & (Self.capacity - 1)
    }
    return -1
  }

  private mutating func forget() {
    slots.update(repeating: Slot(hash: 0, offset: 0, count: -1, number: -1), count: Self.capacity)
    (used, arenaUsed) = (0, 0)
    last = Slot(hash: 0, offset: 0, count: -2, number: -1)
  }

  private mutating func grow(to count: Int) {
    while arenaCapacity < count { arenaCapacity *= 2 }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: arenaCapacity)
    larger.update(from: arena, count: arenaUsed)
    arena.deallocate()
    arena = larger
  }

  /// Eight bytes at a time, multiplied by an odd constant (2⁶⁴ / the golden ratio) and folded.
  private func hash(_ text: ByteText) -> UInt64 {
    var hash = UInt64(text.count)
    var at = 0
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    while at + 8 <= text.count {
      add(text.word(at: at))
      at += 8
    }
    while at < text.count {
      add(UInt64(text[at]))
      at += 1
    }
    return hash
  }
}
