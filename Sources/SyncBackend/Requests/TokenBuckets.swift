import Synchronization

/// Limits on the requests of each of many: so many a second for long, and ten seconds' worth at once.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
  private let perSecond: Double
  private let burst: Double
  private let state = Mutex<[Key: Bucket]>([:])

  private struct Bucket {
    var left: Double
    var atMs: Int64
  }

  /// Keys that are remembered. One that isn't has a full bucket.
  private static var mostKeys: Int { 20_000 }

  /// `perSecond` above 0.
  init(perSecond: Int) {
    self.perSecond = Double(perSecond)
    burst = Double(perSecond) * 10
  }

  /// Takes `cost` out of a key's bucket. Returns the seconds after which there is enough, rounded up; `nil` when it was there.
  func take(_ cost: Double, of key: Key, atMs nowMs: Int64) -> Int? {
    state.withLock { buckets in
      if buckets.count >= Self.mostKeys { forgetFull(&buckets, nowMs) }
      var bucket = refilled(buckets[key], nowMs)
      defer { buckets[key] = bucket }
      guard bucket.left >= cost else { return max(1, Int(((cost - bucket.left) / perSecond).rounded(.up))) }
      bucket.left -= cost
      return nil
    }
  }

  private func refilled(_ bucket: Bucket?, _ nowMs: Int64) -> Bucket {
    guard let bucket else { return Bucket(left: burst, atMs: nowMs) }
    // A clock that was put back gives nothing.
    let seconds = Double(max(nowMs - bucket.atMs, 0)) / 1000
    return Bucket(left: min(burst, bucket.left + seconds * perSecond), atMs: nowMs)
  }

  /// Removes full buckets, which are equivalent to absent ones. If none is full, the table is cleared rather than
  /// grown.
  private func forgetFull(_ buckets: inout [Key: Bucket], _ nowMs: Int64) {
    buckets = buckets.filter { refilled($0.value, nowMs).left < burst }
    if buckets.count >= Self.mostKeys { buckets = [:] }
  }
}
