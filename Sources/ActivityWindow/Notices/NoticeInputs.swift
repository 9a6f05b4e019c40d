import HealthModel

/// The state of the world for which notices are planned.
package struct NoticeInputs: Sendable {
  /// The plan, from today at the place on. Notices for the next 48 hours need five days of it.
  package var plan: ActivityPlan
  /// The user's settings.
  package var profile: CoastProfile
  /// The zone of the device: fire times and quiet hours are by its clock.
  package var deviceZone: ZoneRules
  /// Milliseconds since 1970.
  package var nowMs: Int64
  /// The time at which the weather forecast arrived, milliseconds since 1970.
  package var weatherAtMs: Int64
  /// The time at which the forecast of the sea arrived. `nil` means together with the weather, or never.
  package var seaAtMs: Int64?
  /// The notices that are planned and haven't fired.
  package var planned: [CoastNotice]
  /// The notices that fired in the last four days or longer.
  package var fired: [FiredNotice]

  /// Inputs with everything given.
  package init(
    plan: ActivityPlan, profile: CoastProfile, deviceZone: ZoneRules, nowMs: Int64, weatherAtMs: Int64, seaAtMs: Int64? = nil,
    planned: [CoastNotice] = [], fired: [FiredNotice] = []
  ) {
    self.plan = plan
    self.profile = profile
    self.deviceZone = deviceZone
    self.nowMs = nowMs
    self.weatherAtMs = weatherAtMs
    self.seaAtMs = seaAtMs
    self.planned = planned
    self.fired = fired
  }

  /// The days of the plan that notices of the next 48 hours can be about.
  package static let days = 5

  /// The time at which a notice would be delivered: its own, or now if that has passed.
  func deliveryMs(of notice: CoastNotice) -> Int64 { max(notice.fireMs, nowMs) }

  /// The age of the forecast that a mode depends on: swims on the older of weather and sea.
  func age(for mode: ActivityMode) -> ForecastAge {
    let fetched = mode.isSwim ? min(weatherAtMs, seaAtMs ?? weatherAtMs) : weatherAtMs
    return ForecastAge(fetchedAtMs: fetched, nowMs: nowMs)
  }
}
