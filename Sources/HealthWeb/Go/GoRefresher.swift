import Forecast

/// Asks for forecasts, one at a time, and remembers the outcome of the last one of a place.
actor GoRefresher {
  private var last: (place: Place, troubles: [ForecastPart: ForecastTrouble], isOffline: Bool)?
  private var running: Task<Bool, Never>?

  /// The outcome of the last time that a place's forecast was asked for; no trouble when it never was.
  func outcome(for place: Place) -> ([ForecastPart: ForecastTrouble], isOffline: Bool) {
    guard let last, last.place == place else { return ([:], false) }
    return (last.troubles, last.isOffline)
  }

  /// Asks.
  ///
  /// - Parameter waits: Whether it asks after one that is going on. Else that is enough.
  /// - Returns: Whether there is no network.
  func run(waits: Bool, _ work: @escaping @Sendable () async -> (Place, ForecastAnswer)?) async -> Bool {
    while let running {
      let isOffline = await running.value
      if !waits { return isOffline }
    }
    let task = Task { await ask(work) }
    running = task
    return await task.value
  }

  private func ask(_ work: @Sendable () async -> (Place, ForecastAnswer)?) async -> Bool {
    defer { running = nil }
    guard let (place, answer) = await work() else { return false }
    let troubles = ForecastPart.allCases.compactMap { part in answer.trouble(of: part).map { (part, $0) } }
    last = (place, Dictionary(troubles) { first, _ in first }, answer.isOffline)
    return answer.isOffline
  }
}
