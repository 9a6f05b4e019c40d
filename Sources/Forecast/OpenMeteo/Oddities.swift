import HealthModel

/// Counts of what was wrong in an answer and is therefore not known.
package struct Oddities: Sendable, Hashable {
  /// Values in a unit that isn't known.
  package var unknownUnits = 0
  /// Values beyond `ForecastHour.Field.range`.
  package var outOfRange = 0
  /// Values that are neither numbers nor null.
  package var notNumbers = 0
  /// Times that aren't the start of an hour, or that stand there twice.
  package var badTimes = 0

  /// An answer without oddities.
  package init() {}

  /// The sum of all counts.
  package var total: Int { unknownUnits + outOfRange + notNumbers + badTimes }

  /// `{"unknown_units", "out_of_range", "not_numbers", "bad_times"}`.
  package var json: JSON {
    .object([
      ("unknown_units", JSON(unknownUnits)), ("out_of_range", JSON(outOfRange)), ("not_numbers", JSON(notNumbers)),
      ("bad_times", JSON(badTimes)),
    ])
  }

  /// Reads what `json` writes; what isn't a count is 0.
  init(json: JSON) {
    func count(_ key: String) -> Int { Int(min(max(0, json[key].int ?? 0), 1_000_000)) }
    unknownUnits = count("unknown_units")
    outOfRange = count("out_of_range")
    notNumbers = count("not_numbers")
    badTimes = count("bad_times")
  }
}
