/// The units in which a person wants to see and type weights and distances. What is stored, JSON and CSV are always kg and m.
package struct ShownUnits: Equatable {
  package let weight: WeightUnit
  package let distance: DistanceUnit

  /// As `units.weight` and `units.distance` of the settings say; kg and km where they don't.
  package init(_ settings: Configuration) {
    weight = WeightUnit(rawValue: settings.weightUnit) ?? .kg
    distance = DistanceUnit(rawValue: settings.distanceUnit) ?? .km
  }
}
