/// A unit in which people measure how far they went.
package enum DistanceUnit: String, CaseIterable {
  case km, mi

  /// Metres of one; the international mile is 1609.344 m exactly.
  package var metres: Double { self == .km ? 1000 : 1609.344 }
}
