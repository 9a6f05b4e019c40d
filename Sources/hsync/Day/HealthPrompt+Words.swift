import HealthDesk
import HealthModel

extension HealthPrompt {
  /// The prompt in lines, with the command that helps.
  ///
  /// - Parameter room: Columns of the screen. `nil` = a pipe, which is told only of what is missing in the settings.
  func lines(within room: Int?) -> [String] {
    if room == nil, self == .noData { return [] }
    return sentences.flatMap { FoldedText($0, width: room.map { $0 - 2 }).lines }.map { "  " + Terminal.styled($0, .dim) }
  }

  private var sentences: [String] {
    switch self {
    case .notConnected:
      ["no health data in 7 days, no source connected: hsync import FILE, or hsync config set health.folders FOLDER"]
    case .denied(let folders):
      folders.map { folder in
        let advice = folder.access.hint(for: folder.path).map { ": \($0.words(\.command))" } ?? ""
        return "the source \(folder.path.onOneLine) is not granted\(advice)"
      }
    case .noData: ["no health data in 7 days: hsync import FILE"]
    }
  }
}
