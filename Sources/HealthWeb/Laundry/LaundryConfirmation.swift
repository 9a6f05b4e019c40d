import HealthDesk
import LaundryPet

/// The question before a pet, or all of them, are deleted.
enum LaundryConfirmation: Sendable {
  case pet(PetReading)
  /// All pets; their number.
  case all(Int)

  /// The page that asks.
  func page(_ session: PageSession, _ haptics: Haptics) -> Page {
    Page(
      title: title, isNarrow: true, session: session,
      content: """
        <form class="card stack" method="post" action="\(action)">\(session.field)\(hidden)<p>\(text)</p>\
        <button class="button danger" aria-label="\(label)"\(haptics.warning)>\(button)</button>\
        <a class="button plain" href="\(back)">Cancel</a></form>
        """)
  }

  private var title: String {
    switch self {
    case .pet(let pet): "Delete \(pet.pet.name.onOneLine)?"
    case .all: "Reset All Data?"
    }
  }

  private var text: HTML {
    switch self {
    case .pet(let pet):
      """
      This deletes <span class="name" dir="auto">\(pet.pet.name)</span> with its timer and \(Quantity.count(pet.history.cycles, "cycle")) of its \
      history, on all your devices. It can be undone today only.
      """
    case .all(let count):
      """
      This deletes \(Quantity.count(count, "pet")) with their timers and histories, on all your devices, and sets the laundry settings back. \
      Nothing else of your library changes. It can be undone today only.
      """
    }
  }

  private var action: String { if case .pet = self { "/laundry/delete" } else { "/laundry/reset" } }
  private var back: String { if case .pet(let pet) = self { pet.path } else { "/laundry/settings" } }
  private var button: String { if case .pet = self { "Delete" } else { "Reset" } }
  private var label: String {
    if case .pet(let pet) = self { "Delete pet \(pet.pet.name) with its history" } else { "Reset all laundry data" }
  }
  private var hidden: HTML? {
    if case .pet(let pet) = self { "<input type=\"hidden\" name=\"pet\" value=\"\(pet.pet.id)\">" } else { nil }
  }
}
