/// One value for each part of a forecast.
///
/// Not a dictionary: looking up how its keys are hashed takes a short command longer than reading the forecast.
package struct PerPart<Value> {
  /// The value of the weather.
  package var weather: Value
  /// The value of the sea.
  package var marine: Value
  /// The value of air quality.
  package var air: Value

  /// The three values.
  init(weather: Value, marine: Value, air: Value) { (self.weather, self.marine, self.air) = (weather, marine, air) }

  /// The values that a function gives for each part.
  init(_ value: (ForecastPart) -> Value) { self.init(weather: value(.weather), marine: value(.marine), air: value(.air)) }

  /// The value of a part.
  package subscript(part: ForecastPart) -> Value {
    get {
      switch part {
      case .weather: weather
      case .marine: marine
      case .air: air
      }
    }
    set {
      switch part {
      case .weather: weather = newValue
      case .marine: marine = newValue
      case .air: air = newValue
      }
    }
  }

  /// The three values, each transformed.
  func map<Other>(_ transform: (Value) -> Other) -> PerPart<Other> { PerPart<Other> { transform(self[$0]) } }
}

extension PerPart: Sendable where Value: Sendable {}
extension PerPart: Equatable where Value: Equatable {}
extension PerPart: Hashable where Value: Hashable {}
