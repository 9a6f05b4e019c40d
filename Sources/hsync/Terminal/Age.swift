/// How long ago something was, as people say it.
struct Age: Equatable {
  /// Milliseconds; negative when a clock was set back.
  let ms: Int64

  /// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
  var words: String {
    let minutes = ms / 60_000
    switch minutes {
    case ..<1: return "just now"
    case ..<60: return "\(minutes) min ago"
    case ..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(minutes / 1440) days ago"
    }
  }
}
