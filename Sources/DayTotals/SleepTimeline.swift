import HealthModel

/// Rule R3: sleep as a single timeline. At each instant the stage comes from the best ranked source that has more than
/// "in bed"; samples less than three hours apart are one session.
package enum SleepTimeline {
  /// Samples this far apart belong to two sessions, milliseconds.
  package static let gapMs: Int64 = 3 * 3_600_000

  /// The sessions, in the order of time.
  /// - Parameter samples: in any order.
  package static func sessions(_ samples: [SleepSample]) -> [SleepSession] {
    groups(samples).map(session)
  }

  /// The samples of each session, sorted as `SleepSession.Piece.sample` counts them.
  package static func groups(_ samples: [SleepSample]) -> [[SleepSample]] {
    var groups: [[SleepSample]] = []
    var endMs = Int64.min
    for sample in samples.filter({ $0.endMs > $0.startMs }).sorted(by: SleepSample.comesBefore) {
      // Subtracted this way round, the first comparison can't overflow.
      if let last = groups.indices.last, sample.startMs - gapMs < endMs {
        groups[last].append(sample)
        endMs = max(endMs, sample.endMs)
      } else {
        groups.append([sample])
        endMs = sample.endMs
      }
    }
    return groups
  }

  /// The session that one of `groups` makes.
  package static func session(_ samples: [SleepSample]) -> SleepSession {
    let first = samples[0]
    var session = SleepSession(
      startMs: first.startMs, endMs: samples.reduce(first.endMs) { max($0, $1.endMs) },
      source: (samples.min { $0.rank < $1.rank } ?? first).source)
    let staged = samples.indices.filter { samples[$0].stage != .inBed }
    var claims = staged.map { index in
      let sample = samples[index]
      return Precedence.Claim(startMs: sample.startMs, endMs: sample.endMs, rank: sample.rank, precedence: sample.precedence)
    }
    let deciding = claims.indices.sorted { SleepSample.decidesBefore(samples[staged[$0]], samples[staged[$1]]) }
    for (place, claim) in deciding.enumerated() { claims[claim].place = place }
    var sweep = Precedence(claims)
    sweep.sweep { place, from, to in
      let index = staged[place]
      if let last = session.pieces.indices.last, session.pieces[last].sample == index, session.pieces[last].endMs == from {
        session.pieces[last].endMs = to
      } else {
        session.pieces.append(
          SleepSession.Piece(startMs: from, endMs: to, stage: samples[index].stage, source: samples[index].source, sample: index))
      }
    }
    session.inBedMs = CoveredTime.ms(samples.lazy.filter { $0.stage == .inBed }.map { $0.startMs..<$0.endMs })
    if let source = longestDecider(session.pieces, samples) { session.source = source }
    return session
  }

  private static func longestDecider(_ pieces: [SleepSession.Piece], _ samples: [SleepSample]) -> Int32? {
    var length: [Int32: (ms: Int64, rank: Int32)] = [:]
    for piece in pieces {
      length[piece.source, default: (0, samples[piece.sample].rank)].ms += piece.endMs - piece.startMs
    }
    return length.max { a, b in (a.value.ms, -a.value.rank) < (b.value.ms, -b.value.rank) }?.key
  }
}
