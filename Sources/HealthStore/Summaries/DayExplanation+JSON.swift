import DayTotals
import HealthModel

extension DayExplanation {
  /// `day`, `zone`, `start_ms`, `end_ms`, `sums`, `sleep`, `workouts`, `readings`, `shown` (the summary's JSON, or null).
  package var json: JSON {
    .object([
      ("day", .string(day.description)), ("zone", .string(zone)), ("start_ms", JSON(startMs)), ("end_ms", JSON(endMs)),
      ("sums", .array(sums.map(\.json))), ("sleep", .array(sleep.map(\.json))), ("workouts", .array(workouts.map(\.json))),
      ("readings", .array(readings.map(\.json))), ("shown", shown?.json ?? .null),
    ])
  }
}

extension DayExplanation.Sum {
  /// `measure`, `total`, `from` (`samples`, `sums`, `samples_and_sums`, `share` or `ring`), `parts`.
  package var json: JSON {
    .object([
      ("measure", .string(key)), ("total", total.map { JSON($0) } ?? .null), ("from", .string(basis.rawValue)),
      (
        "parts",
        .array(
          parts.map { part in
            .object([
              ("source", .string(part.source)), ("user_entered", .bool(part.isUserEntered)), ("value", JSON(part.value)),
              ("minutes", JSON(part.minutes)),
              (
                "left_out",
                .array(
                  part.leftOut.map {
                    .object([
                      ("value", JSON($0.value)), ("minutes", JSON($0.minutes)), ("because_of", .string($0.because)),
                      ("counts_as", JSON($0.countsAs)),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }
}

extension DayExplanation.Night {
  /// `start_ms`, `end_ms`, `utc_offset_min`, `asleep_min`, `in_bed_min`, `from` (`samples` or `sums`), `parts`, `left_out`.
  package var json: JSON {
    func line(_ source: String, _ stage: SleepStage, _ minutes: Double) -> [(String, JSON)] {
      [("source", .string(source)), ("stage", .string(stage.word)), ("minutes", JSON(minutes))]
    }
    return .object([
      ("start_ms", JSON(startMs)), ("end_ms", JSON(endMs)), ("utc_offset_min", JSON(utcOffsetMin)), ("asleep_min", JSON(asleepMin)),
      ("in_bed_min", JSON(inBedMin)), ("from", .string(isSum ? "sums" : "samples")),
      ("parts", .array(parts.map { .object(line($0.source, $0.stage, $0.minutes)) })),
      ("left_out", .array(leftOut.map { .object(line($0.source, $0.stage, $0.minutes) + [("because_of", .string($0.because))]) })),
    ])
  }
}

extension DayExplanation.Workout {
  /// `activity`, `start_ms`, `end_ms`, `utc_offset_min`, `duration_min`, `source`, `same_as` (null = it counts).
  package var json: JSON {
    .object([
      ("activity", .string(activity)), ("start_ms", JSON(startMs)), ("end_ms", JSON(endMs)), ("utc_offset_min", JSON(utcOffsetMin)),
      ("duration_min", JSON(durationMin)), ("source", .string(source)), ("same_as", JSON(sameAs)),
    ])
  }
}

extension DayExplanation.Reading {
  /// `measure`, `value`, `how`, `source` (null = all together).
  package var json: JSON {
    .object([("measure", .string(key)), ("value", JSON(value)), ("how", .string(how)), ("source", JSON(source))])
  }
}

extension SleepStage {
  /// `in_bed`, `asleep`, `awake`, `core`, `deep`, `rem`: the word in JSON and in the view `sleep_stages`.
  package var word: String {
    switch self {
    case .inBed: "in_bed"
    case .asleep: "asleep"
    case .awake: "awake"
    case .core: "core"
    case .deep: "deep"
    case .rem: "rem"
    }
  }
}
