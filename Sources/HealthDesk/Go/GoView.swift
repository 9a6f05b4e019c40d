import ActivityWindow
import Forecast
import HealthModel
import HealthStore

/// The forecast of a place, scored by the user's profile, as of one moment.
package struct GoView: Sendable {
  /// The user's settings, with the place.
  package let setup: GoSetup
  /// The last good forecast. `nil` when there never was one.
  package let forecast: PlaceForecast?
  /// The reasons why parts of it aren't new.
  package let troubles: [ForecastPart: ForecastTrouble]
  /// Whether all parts that were asked for failed because there is no network.
  package let isOffline: Bool
  /// Whether a part of the forecast has just arrived: notices are to be planned anew.
  package let isNew: Bool
  /// The reason why a new forecast couldn't be kept for later. `nil` = it was, or there was none.
  package let cacheError: ForecastError?
  /// The days from today at the place on, scored.
  package let plan: ActivityPlan
  /// The zone of the place.
  package let zone: ZoneRules
  /// Milliseconds since 1970.
  package let nowMs: Int64

  /// A forecast that wasn't asked for anew, or with what became of asking for it before.
  package init(
    _ setup: GoSetup, _ forecast: PlaceForecast?, troubles: [ForecastPart: ForecastTrouble] = [:], isOffline: Bool = false, nowMs: Int64,
    days: Int = ActivityPlan.shownDays
  ) {
    self.init(setup, forecast, troubles: troubles, isOffline: isOffline, isNew: false, cacheError: nil, nowMs: nowMs, days: days)
  }

  /// The answer of the client.
  init(_ setup: GoSetup, answer: ForecastAnswer, nowMs: Int64, days: Int) {
    let troubles = ForecastPart.allCases.compactMap { part in answer.trouble(of: part).map { (part, $0) } }
    self.init(
      setup, answer.forecast, troubles: Dictionary(troubles) { first, _ in first }, isOffline: answer.isOffline,
      isNew: answer.isNew, cacheError: answer.cacheError, nowMs: nowMs, days: days)
  }

  private init(
    _ setup: GoSetup, _ forecast: PlaceForecast?, troubles: [ForecastPart: ForecastTrouble], isOffline: Bool, isNew: Bool,
    cacheError: ForecastError?,
    nowMs: Int64, days: Int
  ) {
    self.setup = setup
    self.forecast = forecast
    self.troubles = troubles
    self.isOffline = isOffline
    self.isNew = isNew
    self.cacheError = cacheError
    self.nowMs = nowMs
    zone = ZoneFile.rules(of: setup.place.zone) ?? ZoneRules(fixedMin: 0)
    plan = ActivityPlan(
      forecast?.hours(nowMs: nowMs) ?? [], daylight: forecast?.daylight ?? [], from: zone.moment(atMs: nowMs).day, days: days, zone: zone,
      scoring: setup.profile.scoring)
  }

  /// Today at the place.
  package var today: Day { zone.moment(atMs: nowMs).day }

  /// The time at which the forecast arrived, milliseconds since 1970. `nil` without one.
  package var fetchedAtMs: Int64? { forecast?.fetchedAtMs }

  /// The age of the forecast. `nil` without one.
  package var age: ForecastAge? { fetchedAtMs.map { ForecastAge(fetchedAtMs: $0, nowMs: nowMs) } }

  /// Whether the place lies at the sea.
  package var sea: Sea { forecast?.sea ?? .unknown }

  /// The modes that have cards: those of the activities, without swims at a place without a sea.
  package var modes: [ActivityMode] { setup.profile.cardModes.filter { sea != .inland || !$0.isSwim } }

  /// The answer to "is now a good time?".
  package var outlook: Outlook { outlook(in: modes) }

  /// The same for some modes.
  package func outlook(in modes: [ActivityMode]) -> Outlook {
    Outlook(plan, modes: modes, nowMs: nowMs, fetchedAtMs: fetchedAtMs ?? 0)
  }

  /// Whether the current hour scores 70 or more in the best of some modes.
  package func isGoodNow(in modes: [ActivityMode]) -> Bool {
    let outlook = outlook(in: modes)
    guard let hour = outlook.current, let leader = outlook.leader, !hour.forecast.isEmpty else { return false }
    return hour.scores[leader].score >= Tier.good.lowestScore
  }

  /// The view itself, if it has a forecast.
  ///
  /// - Parameter clock: For times in the reason.
  /// - Throws: `noForecast`.
  package func withForecast(by clock: any WallClock) throws(GoError) -> GoView {
    if forecast != nil { return self }
    let trouble = troubles[.weather] ?? troubles.values.first
    throw .noForecast(place: setup.place.name, trouble, trouble?.sentence(by: clock))
  }
}
