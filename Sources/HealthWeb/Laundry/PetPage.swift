import HealthModel
import LaundryPet

/// The page of one pet: the pet itself, its status, the one thing to do, the timer, and its figures.
struct PetPage: Sendable {
  let pet: PetReading
  /// The ids of the tasks that its buttons are for, by button.
  let tasks: [PetEvent: String]
  let now: Moment
  let session: PageSession
  /// Whether a phone vibrates.
  let haptics: Haptics
  /// Whether a press was refused.
  var isRefused = false
  var notices: HTML?

  var page: Page {
    Page(
      title: pet.pet.name.onOneLine, aside: aside, state: isRefused ? .error : .ready, notices: notices, isNarrow: true, session: session,
      content: """
        <section data-waiting></section><div id="pet" class="stack" data-live>\(face)\(banner)\(action)\(timer)\(figures)</div>\
        <p class="row"><a class="chip" href="/laundry">My Laundry Pets</a></p>
        """)
  }

  private var aside: HTML {
    """
    <div class="row"><a class="icon" href="/laundry/pet/settings?id=\(pet.pet.id.inQuery)" aria-label="Pet settings">\
    \(Icon.gear.html)</a></div>
    """
  }

  private var style: String { PetFace(pet).style }

  private var face: HTML {
    "<div class=\"petbox\" tabindex=\"-1\"\(haptics.medium)>\(PetFace(pet).picture(named: "\(pet.pet.name) is \(words)"))</div>"
  }

  /// Its state for screen readers, after `is`.
  private var words: String { pet.stage == .idle ? pet.health.mood.words : pet.stage.words }

  private var banner: HTML {
    let waiting: HTML? = pet.stage.waitingLabel.map { "<span class=\"badge\">\($0)</span>" }
    return """
      <div class="card between"><span class="grow"><b class="name" dir="auto"><span class="dot \(style)"></span> \(pet.pet.name)</b> \
      <span id="pet-status">\(pet.status)</span></span>\(waiting)</div>
      """
  }

  // MARK: - Buttons

  private var action: HTML {
    guard let next = pet.stage.nextStep else {
      return
        "<div class=\"tight\"><button class=\"button action\" type=\"button\" aria-disabled=\"true\">\(pet.stage.actionTitle)</button>\(form(.cancel, "button plain"))</div>"
    }
    let snooze: HTML? = pet.actions.contains(.snooze) ? form(.snooze, "button plain") : nil
    return "<div class=\"tight\">\(form(next, "button action"))\(snooze)</div>"
  }

  private func form(_ event: PetEvent, _ style: String) -> HTML {
    let says: HTML? = event == .fold ? " data-says=\"\(PetStatus.folding)\"" : nil
    let haptic = event == .fold ? haptics.heavy : haptics.medium
    return """
      <form method="post" action="/laundry/step" data-swap="main" data-offline="words"\(says)>\(session.entry(id: RecordID.make(atMs: now.ms)))\
      <input type="hidden" name="pet" value="\(pet.pet.id)"><input type="hidden" name="event" value="\(event.rawValue)">\
      <input type="hidden" name="task" value="\(tasks[event] ?? "")"><input type="hidden" name="words" value="\(pet.pet.name): \(event.title)">\
      <button class="\(style)" data-busy="\(event.title)"\(haptic)>\(event.title)</button></form>
      """
  }

  // MARK: - Timer

  private var timer: HTML? {
    guard pet.stage.isTimed, let timer = pet.timer, let task = pet.task, let label = pet.stage.timerLabel else { return nil }
    let held: HTML? =
      timer.isHeldBack ? "<p class=\"small soft\">The clock was set back: the whole time is shown until the timer's start.</p>" : nil
    return """
      <div class="ring \(style)" role="timer" aria-label="Timer: \(timer.text) remaining, \(timer.percent)% complete" \
      data-ends="\(String(task.endsAtMs))" data-lasts="\(String(timer.durationMs))"><svg viewBox="0 0 140 140" aria-hidden="true">\
      <circle class="c-rest" cx="70" cy="70" r="60"/><circle class="c-part" cx="70" cy="70" r="60" pathLength="100" \
      stroke-dasharray="\(timer.percent) 100" transform="rotate(-90 70 70)"/></svg><p><b class="num big" data-left>\(timer.text)</b>\
      <span class="small soft">\(label)</span><span class="small num" data-percent>\(timer.percent)%</span></p></div>\(held)
      """
  }

  // MARK: - Figures

  private var figures: HTML {
    let history = pet.history
    return """
      <div class="grid figures">\(figure("CYCLES", "\(history.cycles)", "Total"))\(figure("STREAK", "\(history.streak)", "Current"))\
      \(figure("HEALTH", "\(pet.health.percent)%", pet.status))</div>
      """
  }

  private func figure(_ label: String, _ value: String, _ subtitle: String) -> HTML {
    """
    <div class="card metric" role="group" aria-label="\(label): \(value) \(subtitle)"><span class="small soft">\(label)</span>\
    <b class="num">\(value)</b><span class="small soft">\(subtitle)</span></div>
    """
  }
}

extension PetMood {
  /// The mood as an adjective: `very sad`.
  fileprivate var words: String { rawValue.replacing("_", with: " ") }
}
