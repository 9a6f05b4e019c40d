import LaundryPet

/// The face of a pet, drawn by its stage and mood: a round body, and what its eyes and mouth say.
enum PetFace: String, CaseIterable, Sendable {
  case happy
  case neutral
  case sad
  case verySad = "very-sad"
  case dead
  case washing
  case drying

  /// The face of a pet.
  init(_ pet: PetReading) {
    switch (pet.stage, pet.health.mood) {
    case (.washing, _): self = .washing
    case (.drying, _): self = .drying
    case (_, .happy): self = .happy
    case (_, .neutral): self = .neutral
    case (_, .sad): self = .sad
    case (_, .verySad): self = .verySad
    case (_, .dead): self = .dead
    }
  }

  /// The name of its colour in the style sheet.
  var style: String { "p-\(rawValue)" }

  /// The drawing, of 120 by 120 units, without a name of its own: it stands in a control or beside a text.
  var html: HTML { "<svg class=\"face \(style)\" viewBox=\"0 0 120 120\" aria-hidden=\"true\">\(drawing)</svg>" }

  /// The drawing as a picture.
  func picture(named name: String) -> HTML {
    "<svg class=\"face \(style)\" viewBox=\"0 0 120 120\" role=\"img\" aria-label=\"\(name)\">\(drawing)</svg>"
  }

  /// The drawings of all faces, to be used by `reference`.
  static func symbols(_ faces: Set<PetFace>) -> HTML {
    let symbols = allCases.filter(faces.contains).map { face -> HTML in
      "<symbol id=\"face-\(face.rawValue)\" viewBox=\"0 0 120 120\">\(face.drawing)</symbol>"
    }
    return "<svg class=\"hide\" aria-hidden=\"true\">\(symbols)</svg>"
  }

  /// The drawing by its symbol on the same page.
  var reference: HTML { "<svg class=\"face \(style)\" aria-hidden=\"true\"><use href=\"#face-\(rawValue)\"/></svg>" }

  private var drawing: HTML {
    "<g class=\"breath\"><path class=\"f-body\" d=\"\(PetFace.outline)\"/>\(eyes)\(mouth)</g>\(around)"
  }

  /// The head with its ears.
  private static let outline = "M30 36L25 12l22 10q13-5 26 0l22-10-5 24q12 11 12 28c0 24-16 40-42 40S18 88 18 64q0-17 12-28z"

  private var eyes: HTML {
    switch self {
    case .happy: "<path class=\"f-line\" d=\"M38 58q6-9 12 0M70 58q6-9 12 0\"/>"
    case .neutral, .sad: "<circle class=\"f-dot\" cx=\"44\" cy=\"56\" r=\"4\"/><circle class=\"f-dot\" cx=\"76\" cy=\"56\" r=\"4\"/>"
    case .verySad:
      """
      <circle class="f-dot" cx="44" cy="56" r="4"/><circle class="f-dot" cx="76" cy="56" r="4"/>\
      <path class="f-tear" d="M44 64q-5 8 0 11 5-3 0-11zM76 64q-5 8 0 11 5-3 0-11z"/>
      """
    case .dead: "<path class=\"f-line\" d=\"M38 51l11 11M49 51L38 62M71 51l11 11M82 51L71 62\"/>"
    case .washing, .drying: "<path class=\"f-line\" d=\"M38 56h12M70 56h12\"/>"
    }
  }

  private var mouth: HTML {
    switch self {
    case .happy: "<path class=\"f-line\" d=\"M44 74q16 15 32 0\"/>"
    case .neutral: "<path class=\"f-line\" d=\"M48 80h24\"/>"
    case .sad: "<path class=\"f-line\" d=\"M48 83q12-9 24 0\"/>"
    case .verySad: "<path class=\"f-line\" d=\"M46 87q14-14 28 0\"/>"
    case .dead: "<path class=\"f-line\" d=\"M46 82q7-6 14 0t14 0\"/>"
    case .washing: "<circle class=\"f-line\" cx=\"60\" cy=\"79\" r=\"6\"/>"
    case .drying: "<path class=\"f-line\" d=\"M48 77q12 8 24 0\"/>"
    }
  }

  /// Bubbles or steam.
  private var around: HTML? {
    switch self {
    case .washing:
      """
      <g class="f-bubbles"><circle cx="22" cy="30" r="6"/><circle cx="99" cy="26" r="8"/><circle cx="108" cy="52" r="5"/>\
      <circle cx="12" cy="58" r="5"/></g>
      """
    case .drying: "<path class=\"f-steam\" d=\"M14 40q6-7 0-14t0-14M60 12q5-5 0-10M106 40q6-7 0-14t0-14\"/>"
    default: nil
    }
  }
}
