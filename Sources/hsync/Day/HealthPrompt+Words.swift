import HealthDesk
import HealthModel

extension HealthPrompt {
  /// The prompt in lines, with the command that helps.
  ///
  /// - Parameter room: Columns of the screen. `nil` = a pipe, which is told only of what is missing in the settings.
  func lines(within room: Int?) -> [String] {
    if room == nil, case .noData = self { return [] }
    return sentences.flatMap { FoldedText($0, width: room.map { $0 - 2 }).lines }.map { "  " + Terminal.styled($0, .dim) }
  }

  private var sentences: [String] {
    switch self {
    case .notConnected(let newest):
      [
        "no health data in 7 days\(HealthPrompt.since(newest)), no source connected: hsync import FILE, or hsync config set health.folders FOLDER"
      ]
    case .denied(let folders):
      folders.map { folder in
        let advice = folder.access.hint(for: folder.path).map { ": \($0.words(\.command))" } ?? ""
        return "the source \(folder.path.onOneLine) is not granted\(advice)"
      }
    case .noData(let newest): ["no health data in 7 days\(HealthPrompt.since(newest)): hsync import FILE"]
    }
  }

  /// ` (the latest is of 2026-01-20)`; empty without one.
  private static func since(_ newest: Day?) -> String { newest.map { " (the latest is of \($0))" } ?? "" }
}
