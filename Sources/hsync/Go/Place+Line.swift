import Forecast
import HealthModel

extension Place {
  /// As in the JSON contract (`docs/json.md`).
  func line(isShown: Bool) -> JSON {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("latitude", JSON(latitude)), ("longitude", JSON(longitude)), ("zone", .string(zone)),
      ("shown", .bool(isShown)),
    ])
  }
}
