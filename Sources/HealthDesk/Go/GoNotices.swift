import ActivityWindow
import Forecast
import HealthModel
import HealthStore
import Notices

/// The notices of activity windows: those that the engine plans from the last forecast, in words. It uses no network.
package struct GoNotices: NoticeSource {
  package let name = GoNotices.source
  private let cache: ForecastCache

  /// The source's name in ids of notices.
  static let source = "coast"

  /// The notices from the forecasts in a cache.
  package init(_ cache: ForecastCache) { self.cache = cache }

  package func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish {
    let setup = try? GoSetup(CoastRecords(library).contents())
    guard let setup, setup.hasProfile, !setup.profile.notifiedModes.isEmpty else { return NoticeWish(source: name, standing: .disabled) }
    let muted = Set(ActivityMode.allCases.filter { !setup.profile.notifiedModes.contains($0) }.map(\.rawValue))
    let view = GoView(setup, cache.forecast(for: setup.place), nowMs: now.ms, days: NoticeInputs.days)
    guard let weatherAtMs = view.forecast?.weatherAtMs else { return NoticeWish(source: name, standing: .stale, muted: muted) }
    let table = NoticeTable(library)
    let planned = try table.planned().filter { $0.source == name }
    let ended = try table.ended(NoticeTable.mostEnded).filter { $0.source == name }
    let inputs = NoticeInputs(
      plan: view.plan, profile: notified(setup.profile, view), deviceZone: zone, nowMs: now.ms, weatherAtMs: weatherAtMs,
      seaAtMs: view.forecast?.seaAtMs, planned: planned.compactMap { CoastNotice($0) },
      fired: (planned + ended).filter { fired.contains($0.id) }.compactMap { FiredNotice($0) })
    let plan = NoticePlan(inputs)
    return NoticeWish(
      source: name, standing: plan.isPaused ? .stale : .current, wanted: plan.wanted.map { wanted($0, zone) }, muted: muted)
  }

  /// The profile without notices for swims at a place without a sea.
  private func notified(_ profile: CoastProfile, _ view: GoView) -> CoastProfile {
    guard view.sea == .inland else { return profile }
    var profile = profile
    profile.noticeModes = profile.noticeModes.filter { !$0.isSwim }
    return profile
  }

  private func wanted(_ notice: CoastNotice, _ zone: ZoneRules) -> WantedNotice {
    // The engine has moved it out of the profile's quiet hours; those of the settings follow the same rule.
    let isMorning = zone.moment(atMs: notice.fireMs).minuteOfDay < 720
    let link = notice.link.text
    return WantedNotice(
      id: GoNotices.id(notice.id), source: name, topic: notice.mode.rawValue, kind: notice.template.rawValue, fireAtMs: notice.fireMs,
      notAfterMs: notice.notAfterMs - 1, quiet: isMorning && notice.kind != .evening ? .wait : .drop, text: notice.text,
      privateText: CoastNotice.privateText, link: link, category: CoastNotice.category,
      actions: [
        NoticeAction(id: "view_details", label: "View Details", link: link), NoticeAction(id: "dismiss", label: "Dismiss"),
      ], memo: CoastMemo(notice).text)
  }

  /// The id of an engine's notice among those of all engines.
  static func id(_ id: String) -> String { "\(source)/\(id)" }
}

extension FiredNotice {
  /// A notice that was shown. `nil` for an entry that isn't one of activity windows.
  fileprivate init?(_ entry: NoticeEntry) {
    guard let memo = entry.wanted["memo"].string.flatMap({ CoastMemo($0) }) else { return nil }
    self.init(
      id: memo.id, mode: memo.mode, date: memo.date, windowStartsMs: memo.startsMs, firedAtMs: max(entry.fireAtMs, entry.endedAtMs ?? 0))
  }
}

extension CoastNotice {
  /// A planned notice. `nil` for an entry that isn't one of activity windows.
  fileprivate init?(_ entry: NoticeEntry) {
    guard let memo = entry.wanted["memo"].string.flatMap({ CoastMemo($0) }) else { return nil }
    self.init(
      planned: memo.id, mode: memo.mode, date: memo.date, startsMs: memo.startsMs, fireMs: entry.wanted["fire_at_ms"].int ?? entry.fireAtMs,
      notAfterMs: entry.notAfterMs + 1)
  }
}
