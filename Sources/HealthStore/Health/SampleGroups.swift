import HealthModel

/// Sums over the samples of each type, source and UTC day: the count, and a hash that doesn't depend on their order.
///
/// Comparing the sums of two exports shows on which days samples vanished, without storing a single sample.
struct SampleGroups {
  /// The key by which samples are summed; ids of the library.
  struct Key: Hashable {
    var type: Int32
    var source: Int32
    /// Days since 1970-01-01, by the start.
    var utcDay: Int32

    /// The group of a sample that has ids.
    init(_ sample: Sample) {
      type = sample.type
      source = sample.source
      utcDay = Int32(truncatingIfNeeded: sample.startMs >= 0 ? sample.startMs / 86_400_000 : (sample.startMs + 1) / 86_400_000 - 1)
    }

    init(type: Int32, source: Int32, utcDay: Int32) {
      self.type = type
      self.source = source
      self.utcDay = utcDay
    }
  }

  /// A number of samples.
  struct Sum: Equatable {
    var count: Int64 = 0
    /// Sum of the samples' mixes, modulo 2^64.
    var hash: UInt64 = 0

    /// Both together.
    static func + (a: Sum, b: Sum) -> Sum { Sum(count: a.count + b.count, hash: a.hash &+ b.hash) }
  }

  /// The part of a group that an import contained.
  struct Seen: Equatable {
    /// All samples in the file.
    var all = Sum()
    /// Those that weren't in the library before; one that is in the file twice is twice in here.
    var new = Sum()
  }

  /// Sums that aren't in `seen` yet: an export is ordered by time, so that a group's samples come together.
  private var open: [(key: Key, sums: Seen)] = Array(repeating: (Key(type: -1, source: 0, utcDay: 0), Seen()), count: 64)
  private var closed: [Key: Seen] = [:]

  /// Counts a sample that has ids.
  mutating func add(_ sample: Sample, isNew: Bool) {
    let key = Key(sample)
    let mix = SampleGroups.mix(sample)
    let slot = Int(truncatingIfNeeded: (key.type &* 31 &+ key.source) & 63)
    if open[slot].key != key { replace(slot, with: key) }
    open[slot].sums.all.count += 1
    open[slot].sums.all.hash &+= mix
    if isNew {
      open[slot].sums.new.count += 1
      open[slot].sums.new.hash &+= mix
    }
  }

  /// Returns the counts so far.
  mutating func seen() -> [Key: Seen] {
    for slot in open.indices { replace(slot, with: Key(type: -1, source: 0, utcDay: 0)) }
    return closed
  }

  private mutating func replace(_ slot: Int, with key: Key) {
    if open[slot].key.type >= 0 { closed[open[slot].key] = open[slot].sums }
    open[slot] = (key, closed[key] ?? Seen())
  }

  /// 64 bits of a sample's key besides its group: `SplitMix64` over one number after the other.
  static func mix(_ sample: Sample) -> UInt64 {
    // + 0: the negative zero is the same value as zero.
    let times = SplitMix64.mixed(SplitMix64.mixed(UInt64(bitPattern: sample.startMs)) ^ UInt64(bitPattern: sample.durationMs))
    return SplitMix64.mixed(times ^ (sample.value + 0).bitPattern)
  }
}
