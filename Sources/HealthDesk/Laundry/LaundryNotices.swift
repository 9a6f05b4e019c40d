import HealthModel
import HealthStore
import LaundryPet
import Notices

/// The notices of laundry pets: the ends of their timers.
package struct LaundryNotices: NoticeSource {
  package let name = "laundry"
  private let isEnabled: Bool
  private let hasSound: Bool

  /// The notices of laundry pets.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the user wants them.
  ///   - hasSound: Whether they may make a sound.
  package init(isEnabled: Bool = true, hasSound: Bool = true) {
    self.isEnabled = isEnabled
    self.hasSound = hasSound
  }

  package func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish {
    guard isEnabled else { return NoticeWish(source: name, standing: .disabled) }
    let states = try LaundryBook(library).states(hasHistory: false)
    return NoticeWish(source: name, wanted: states.flatMap { $0.notices(atMs: now.ms) }.map(wanted))
  }

  private func wanted(_ notice: LaundryNotice) -> WantedNotice {
    let next = notice.nextStep == .dry ? "ready for the dryer" : "ready to fold"
    let link = "/laundry/pet?id=\(notice.petID.inQuery)"
    return WantedNotice(
      id: notice.id, source: name, kind: notice.kind == .wash ? "wash_complete" : "dry_complete", fireAtMs: notice.fireAtMs,
      notAfterMs: notice.notAfterMs, quiet: .ignore, text: NoticeText(title: notice.title, body: "\(notice.petName) is \(next)."),
      privateText: NoticeText(title: notice.title, body: ""), link: link, category: "laundry_timer",
      actions: [NoticeAction(id: "open", label: notice.nextStep == .dry ? "Start Dryer" : "Mark Folded", link: link)],
      priority: hasSound ? .normal : .low)
  }
}
