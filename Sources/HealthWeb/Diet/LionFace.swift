import DietPlan

/// The coach's face, a drawing that stands beside its words and says nothing to screen readers.
enum LionFace: String, CaseIterable, Sendable {
  case usual = "default"
  /// Beside explanations.
  case glasses
  /// At milestones.
  case strong
  /// In the gentle first week.
  case gentle

  /// The face of a day's news.
  init(_ day: DietDay, isMilestone: Bool) {
    if isMilestone || day.praise != nil || !day.celebrations.isEmpty {
      self = .strong
    } else {
      self = day.phase == .gentleStart ? .gentle : .usual
    }
  }

  /// The drawing, of 64 by 64 units.
  var html: HTML {
    """
    <svg class="lion" data-lion="\(rawValue)" viewBox="0 0 64 64" aria-hidden="true"><path fill="#c97b3a" d="\(LionFace.mane)"/>\
    <circle cx="19" cy="19" r="6" fill="#f4a460"/><circle cx="45" cy="19" r="6" fill="#f4a460"/>\
    <circle cx="32" cy="34" r="18" fill="#f4a460"/><ellipse cx="32" cy="42" rx="9" ry="7" fill="#ffe3c2"/>\
    <path fill="#5a3418" d="M28 37h8l-4 5z"/><g fill="none" stroke="#5a3418" stroke-width="2" stroke-linecap="round">\
    <path d="M32 42v3m0 0q-3 4-6 1m6-1q3 4 6 1"/>\(eyes)</g></svg>
    """
  }

  /// Twelve tufts around the head.
  private static let mane = """
    M32 4l6 5 8-2 3 7 8 2v8l5 6-5 6v8l-8 2-3 7-8-2-6 5-6-5-8 2-3-7-8-2v-8l-5-6 5-6v-8l8-2 3-7 8 2z
    """

  private var eyes: HTML {
    switch self {
    case .usual: "<path d=\"M25 30v2M39 30v2\"/>"
    case .glasses: "<circle cx=\"25\" cy=\"31\" r=\"5\"/><circle cx=\"39\" cy=\"31\" r=\"5\"/><path d=\"M30 31h4M25 31h.1M39 31h.1\"/>"
    case .strong: "<path d=\"M22 27l5 2M42 27l-5 2M25 32v1M39 32v1\"/><path stroke=\"#b3261e\" stroke-width=\"4\" d=\"M16 24q16-7 32 0\"/>"
    case .gentle: "<path d=\"M22 31q3 3 6 0M36 31q3 3 6 0\"/>"
    }
  }
}
