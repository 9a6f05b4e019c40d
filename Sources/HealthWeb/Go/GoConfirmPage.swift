import ActivityWindow
import HealthDesk
import HealthModel

/// The question before a change that isn't made lightly; it works without a script.
struct GoConfirmPage: Sendable {
  /// A change that is asked about.
  enum Change: Sendable, Equatable {
    case preset(Preset)
    case removeDog
    case deleteProfile

    /// Reads the query's word: a preset, `dog` or `delete`. `nil` for others.
    init?(_ word: String) {
      switch word {
      case "dog": self = .removeDog
      case "delete": self = .deleteProfile
      default:
        guard let preset = Preset(rawValue: word) else { return nil }
        self = .preset(preset)
      }
    }

    /// The word that `init` reads.
    var word: String {
      switch self {
      case .preset(let preset): preset.rawValue
      case .removeDog: "dog"
      case .deleteProfile: "delete"
      }
    }
  }

  let change: Change
  let profile: CoastProfile
  let session: PageSession

  var page: Page {
    let (title, text, button) = words
    return Page(
      title: title, tab: .today, above: "Activity windows", isNarrow: true, session: session,
      content: """
        <form class="card stack" method="post" action="/go/profile/confirm" data-swap="main">\(session.field)<input type="hidden" name="what" \
        value="\(change.word)"><p>\(text)</p><button class="button\(change == .deleteProfile ? " danger" : "" as HTML)">\(button)</button>\
        <a class="button plain" href="/go/profile">Cancel</a></form>
        """)
  }

  private var words: (title: String, text: String, button: String) {
    switch change {
    case .preset(let preset): ("Switch to \(GoWords.title(preset))?", "Your scores will update.", "Switch")
    case .removeDog: ("Remove \(profile.dog?.name ?? "the dog")?", "Dog mode scores will use defaults.", "Remove")
    case .deleteProfile:
      (
        "Delete your profile?", "This removes your profile, preferences, saved places and planned notices. Undo brings them back today.",
        "Delete"
      )
    }
  }
}
