/// Rule R2, for measures that add up over time (steps, distance, energy, flights, exercise): each stretch of time is
/// taken from the best ranked source that measured then. A sample counts in proportion to the part of its time that is
/// left to it.
///
/// A watch records 100 steps from 8:00 to 8:10, a phone 90 from 8:05 to 8:15: 100 + 90 × 5/10 = 145.
package struct CumulativeMerge: Sendable {
  /// The time that the layers so far measured: sorted, apart from each other.
  private var covered: [Stretch] = []

  private struct Stretch {
    var startMs: Int64
    var endMs: Int64
    /// The layer that has it.
    var layer: Int32
  }

  /// Processes the layers, best ranked first, and reports the outcome of each sample to `witness`.
  package static func run<W: MergeWitness>(_ layers: [Layer], telling witness: inout W) {
    var merge = CumulativeMerge()
    for place in layers.indices where !layers[place].spans.isEmpty {
      let layer = Int32(truncatingIfNeeded: place)
      let spans =
        layers[place].takesLatest ? LatestWins.resolved(layers[place].spans, of: layer, telling: &witness) : layers[place].spans
      let rides = layers[place].rides
      merge.tell(rides.isEmpty ? spans : Ride.onFoot(spans, without: rides, of: layer, telling: &witness), of: layer, to: &witness)
      if place + 1 < layers.count { merge.cover(spans, by: layer) }
    }
  }

  /// Samples are sorted by start, so that what ended before one of them can't touch a later one.
  private func tell<W: MergeWitness>(_ spans: [Span], of layer: Int32, to witness: inout W) {
    var next = 0
    for span in spans {
      while next < covered.count, covered[next].endMs <= span.startMs { next += 1 }
      guard span.endMs > span.startMs else {
        if next < covered.count, covered[next].startMs <= span.startMs {
          if W.wantsReasons {
            witness.leftOut(layer, fromMs: span.startMs, toMs: span.startMs, value: span.value, becauseOf: covered[next].layer)
          }
        } else {
          witness.counted(layer, fromMs: span.startMs, toMs: span.startMs, value: span.value)
        }
        continue
      }
      let length = Double(span.endMs - span.startMs)
      // A share of 1 gives the value itself, to the last bit.
      func share(_ ms: Int64) -> Double { span.value * (Double(ms) / length) }
      var now = span.startMs
      var place = next
      while place < covered.count, covered[place].startMs < span.endMs {
        let stretch = covered[place]
        if stretch.startMs > now {
          witness.counted(layer, fromMs: now, toMs: stretch.startMs, value: share(stretch.startMs - now))
          now = stretch.startMs
        }
        let end = min(stretch.endMs, span.endMs)
        if W.wantsReasons {
          witness.leftOut(layer, fromMs: now, toMs: end, value: share(end - now), becauseOf: stretch.layer)
        }
        now = end
        place += 1
      }
      if now < span.endMs { witness.counted(layer, fromMs: now, toMs: span.endMs, value: share(span.endMs - now)) }
    }
  }

  /// Adds what of `spans` isn't covered yet.
  private mutating func cover(_ spans: [Span], by layer: Int32) {
    var merged: [Stretch] = []
    merged.reserveCapacity(covered.count + 16)
    func append(_ startMs: Int64, _ endMs: Int64, _ layer: Int32) {
      if let last = merged.indices.last, merged[last].endMs == startMs, merged[last].layer == layer {
        merged[last].endMs = endMs
      } else {
        merged.append(Stretch(startMs: startMs, endMs: endMs, layer: layer))
      }
    }
    var place = 0
    /// Everything before this is decided.
    var now = Int64.min
    for span in spans where span.endMs > span.startMs {
      while place < covered.count, covered[place].startMs < span.endMs {
        let stretch = covered[place]
        let from = max(now, span.startMs)
        if stretch.startMs > from { append(from, stretch.startMs, layer) }
        append(stretch.startMs, stretch.endMs, stretch.layer)
        now = stretch.endMs
        place += 1
      }
      let from = max(now, span.startMs)
      if span.endMs > from {
        append(from, span.endMs, layer)
        now = span.endMs
      }
    }
    for stretch in covered[place...] { append(stretch.startMs, stretch.endMs, stretch.layer) }
    covered = merged
  }
}
