import HealthModel
import LaundryPet

/// The form that creates a pet: its name alone.
struct NewPetPage: Sendable {
  let now: Moment
  let session: PageSession
  let haptics: Haptics
  /// The name that was typed and refused.
  var typed = ""
  /// The reason, a sentence.
  var fault: String?

  var page: Page {
    let mark: HTML = fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"name-wrong\""
    let wrong: HTML? = fault.map { "<p class=\"wrong\" id=\"name-wrong\" role=\"alert\">\($0)</p>" }
    return Page(
      title: "New Pet", state: fault == nil ? .ready : .error, isNarrow: true, session: session,
      content: """
        <section data-waiting></section><form class="card stack" method="post" action="/laundry/add" data-swap="main" data-offline="name" \
        data-label="New pet" novalidate>\(session.entry(id: RecordID.make(atMs: now.ms)))<label class="field"><span>Pet name</span>\
        <input type="search" id="pet-name" name="name" value="\(typed)" placeholder="Enter pet name" autocomplete="off" \
        autocapitalize="words" enterkeyhint="done" maxlength="\(PetName.mostScalars)" dir="auto" autofocus\(mark)></label>\(wrong)\
        <p class="hint">1 to \(PetName.longest) characters. Wash, dryer and how often can be changed later.</p>\
        <button class="button" data-needs="pet-name"\(haptics.medium)>Create Pet</button>\
        <a class="button plain" href="/laundry">Cancel</a></form>
        """)
  }
}
