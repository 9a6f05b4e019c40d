/// The units in which a person wants to see and type weights and distances. What is stored, JSON and CSV are always kg and m.
struct ShownUnits: Equatable {
  let weight: WeightUnit
  let distance: DistanceUnit

  /// As `units.weight` and `units.distance` in `config.toml` say; kg and km where they don't, or where the file is broken, which the commands
  /// that need it say.
  static let chosen = ShownUnits(
    weight: (Configuration.atStart?.weightUnit).flatMap(WeightUnit.init) ?? .kg,
    distance: (Configuration.atStart?.distanceUnit).flatMap(DistanceUnit.init) ?? .km)
}
