extension Age {
  /// `just now`, `5 min ago`, `3 h ago`, `2 days ago`; from 60 days on `2 months ago`, from two years on `3 years ago`.
  package var words: String {
    let minutes = ms / 60_000
    switch minutes {
    case ..<1: return "just now"
    case ..<60: return "\(minutes) min ago"
    case ..<(48 * 60): return "\(minutes / 60) h ago"
    case ..<(60 * 1440): return "\(minutes / 1440) days ago"
    // Months and years of the Gregorian calendar's mean length, in days.
    case ..<(730 * 1440): return "\(Int(Double(minutes / 1440) / 30.436875)) months ago"
    default: return "\(Int(Double(minutes / 1440) / 365.2425)) years ago"
    }
  }
}
