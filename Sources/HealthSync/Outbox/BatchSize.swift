/// The size of a request in bytes of records: increased while that helps, halved after a failure.
///
/// Additive increase, multiplicative decrease on the bytes in flight, instead of parallel requests.
package struct BatchSize: Sendable, Codable, Equatable {
  /// One step, and the start: 64 KiB before compression.
  package static let step = 64 << 10
  /// Never more than 1 MiB before compression, whatever the server allows.
  package static let most = 1 << 20
  /// Never less than this, or a small cap would never grow again.
  package static let least = 1 << 10

  /// Bytes for the next batch, before compression.
  package private(set) var bytes = step
  /// The server's announced limit, or half of a size that it rejected. `nil` = not known.
  package private(set) var ceiling: Int?
  /// Microseconds per record of the last batch. `nil` = none yet.
  private var lastCost: Double?

  /// The start: 64 KiB.
  package init() {}

  /// Reads what was stored; sizes that can't be right are those of the start.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    bytes = (try? values.number(.bytes, in: BatchSize.least...BatchSize.most)) ?? BatchSize.step
    ceiling = try? values.number(.ceiling, in: BatchSize.least...Int.max)
    lastCost = try? values.number(.lastCost, in: 0...Double.greatestFiniteMagnitude)
  }

  /// Records an acknowledged batch: one step more while the time per record falls.
  ///
  /// A batch that is no faster by at least 2 % per record than the one before keeps the size.
  package mutating func succeeded(records: Int, elapsedMs: Double) {
    guard records > 0 else { return }
    let cost = elapsedMs * 1000 / Double(records)
    if cost < (lastCost ?? .infinity) * 1.02 { bytes = min(bytes + BatchSize.step, ceiling ?? BatchSize.most, BatchSize.most) }
    lastCost = cost
  }

  /// A timeout or a server in trouble: half.
  package mutating func halve() {
    bytes = max(bytes / 2, BatchSize.least)
    lastCost = nil
  }

  /// Records that the server rejected `refused` bytes as too large: uses half of that, and stores it.
  package mutating func tooLarge(_ refused: Int) {
    bytes = max(min(bytes, refused) / 2, BatchSize.least)
    ceiling = max(bytes, BatchSize.least)
    lastCost = nil
  }

  /// The server's own limit, from an answer.
  package mutating func limit(to bytes: Int) {
    guard bytes >= BatchSize.least else { return }
    if ceiling ?? .max > bytes { ceiling = bytes }
    self.bytes = min(self.bytes, bytes)
  }
}
