import HealthDesk
import HealthModel
import HealthStore
import Notices

/// The settings under `[notices]`.
package struct NotifierSettings: Sendable {
  /// Whether there are notices at all.
  package let isEnabled: Bool
  /// The names of the ways of delivery, each once.
  package let ways: [String]
  /// The quiet hours; `nil` = none.
  package let quiet: QuietHours?
  /// Whether notices say nothing personal.
  package let isPrivate: Bool
  let command: String?
  let isCommandInputJSON: Bool
  let ntfyURL: String?
  let ntfyTokenFile: String?
  let mailTo: String?
  let mailFrom: String?

  init(_ values: inout TolerantValues) {
    let paths = values.paths
    isEnabled = values.flag(.showsNotices)
    var seen: Set<String> = []
    ways = values.list(.noticeWays).filter { seen.insert($0).inserted }
    quiet = values.text(.quietHours).flatMap { QuietHours($0) }
    isPrivate = values.flag(.keepsNoticesPrivate)
    command = values.text(.noticeCommand)
    isCommandInputJSON = values.text(.noticeInput) == "json"
    ntfyURL = values.text(.ntfyURL)
    ntfyTokenFile = values.text(.ntfyTokenFile).map(paths.expanded)
    mailTo = values.text(.mailTo)
    mailFrom = values.text(.mailFrom)
  }
}

extension Configuration {
  /// The preferences of the notifier.
  package var noticePreferences: NoticePreferences {
    let zone = ZoneFile.rules(of: health.zone ?? health.machineZone) ?? ZoneRules(fixedMin: 0)
    return NoticePreferences(isEnabled: notices.isEnabled, isPrivate: notices.isPrivate, quiet: notices.quiet, zone: zone)
  }
}
