/// The units in which a person wants to see and type weights and distances. What is stored, JSON and CSV are always kg and m.
struct ShownUnits: Equatable {
  let weight: WeightUnit
  let distance: DistanceUnit

  /// As `units.weight` and `units.distance` in `config.toml` say; kg and km where they don't.
  static let chosen = ShownUnits(
    weight: WeightUnit(rawValue: Configuration.atStart.weightUnit) ?? .kg,
    distance: DistanceUnit(rawValue: Configuration.atStart.distanceUnit) ?? .km)
}
