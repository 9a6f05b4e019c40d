import HealthModel

/// The fields kept of a workout of Health Auto Export, with the values that the app is known to write.
enum AutoExportWorkoutFields {
  private enum Shape {
    case text, flag
    /// `{"qty":5,"units":"km"}`, or in version 2 a list of such.
    case quantity, quantities
    /// A number, or a quantity.
    case duration
    case object, list
  }

  /// Counts fields that aren't of the known shape, by name, and those that aren't kept.
  static func count(_ workout: JSON, in report: inout ReadingReport) {
    guard case .members(let members) = workout else { return }
    var others = 0
    for member in members where member.value != .null {
      guard let shape = shapes[member.key] else {
        if !isEmpty(member.value) { others += 1 }
        continue
      }
      if !fits(member.value, shape) { report.remark("workout field of another kind than known, not kept: \(member.key)") }
    }
    report.remark("workout fields not kept", others)
  }

  private static let shapes: [String: Shape] = [
    "id": .text, "name": .text, "start": .text, "end": .text, "source": .text, "location": .text, "isIndoor": .flag,
    "duration": .duration, "activeEnergyBurned": .quantity, "activeEnergy": .quantities, "basalEnergy": .quantities,
    "distance": .quantities,
    "walkingAndRunningDistance": .quantities, "cyclingDistance": .quantities, "swimDistance": .quantities, "stepCount": .quantities,
    "flightsClimbed": .quantities, "totalSwimmingStrokeCount": .quantities, "swimStroke": .quantities, "heartRate": .object,
    "heartRateData": .list, "avgHeartRate": .quantity, "maxHeartRate": .quantity, "elevationUp": .quantity, "elevation": .object,
    "temperature": .quantity, "humidity": .quantity, "intensity": .quantity, "intesity": .quantity, "route": .list,
  ]

  private static func fits(_ value: JSON, _ shape: Shape) -> Bool {
    switch shape {
    case .text: value.string != nil
    case .flag: value.bool != nil
    case .quantity: isQuantity(value)
    case .quantities: value.array.map { $0.allSatisfy(isQuantity) } ?? isQuantity(value)
    case .duration: value.double != nil || isQuantity(value)
    case .object: value.members != nil
    case .list: value.array.map { $0.allSatisfy { $0.members != nil } } ?? false
    }
  }

  private static func isQuantity(_ value: JSON) -> Bool { value["qty"].double != nil }

  private static func isEmpty(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .members(let members): members.isEmpty
    default: false
    }
  }
}
