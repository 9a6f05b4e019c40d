import Testing

/// A row of the table: exports in the order of their import, and what a person would expect of the days.
struct PhoneCase: Sendable, CustomTestStringConvertible {
  let id: String
  /// The user's zone.
  let zone: String
  /// The days' numbers, `14 steps=6000 sleep_min=-`, with `|` between days; `-` is not known.
  let expected: String
  let makeFiles: @Sendable () -> [PhoneExport]

  init(_ id: String, zone: String = "UTC", _ expected: String, _ files: @autoclosure @escaping @Sendable () -> [PhoneExport]) {
    self.id = id
    self.zone = zone
    self.expected = expected
    makeFiles = files
  }

  var testDescription: String { id }
}
