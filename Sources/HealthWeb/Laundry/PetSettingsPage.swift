import LaundryPet

/// The settings of one pet. Each field saves itself; without the script, each has a button.
struct PetSettingsPage: Sendable {
  let pet: PetReading
  let session: PageSession
  let haptics: Haptics
  /// The name that was typed and refused; `nil` = the field has the pet's.
  var typed: String?
  /// The reason, a sentence.
  var fault: String?
  var notices: HTML?

  var page: Page {
    Page(
      title: "Pet Settings, \(pet.pet.name.onOneLine)", heading: "Pet Settings", above: pet.pet.name.onOneLine,
      state: fault == nil ? .ready : .error, notices: notices, isNarrow: true,
      session: session,
      content: """
        <div class="card stack">\(name)\(PetNumber.allCases.map(number))</div><p class="row"><a class="button" href="\(pet.path)">Done</a></p>\
        <p class="row"><a class="button danger" href="/laundry/delete?id=\(pet.pet.id.inQuery)"\(haptics.warning)>Delete Pet</a></p>
        """)
  }

  private func form(_ field: String, _ content: HTML) -> HTML {
    """
    <form method="post" action="/laundry/edit" data-swap="main" class="tight">\(session.field)\
    <input type="hidden" name="pet" value="\(pet.pet.id)"><input type="hidden" name="field" value="\(field)">\(content)\
    <noscript><button class="button plain">Save</button></noscript></form>
    """
  }

  private var name: HTML {
    let mark: HTML = fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"name-wrong\""
    let wrong: HTML? = fault.map { "<p class=\"wrong\" id=\"name-wrong\" role=\"alert\">\($0)</p>" }
    return form(
      "name",
      """
      <label class="field"><span>Pet Name</span><input name="value" value="\(typed ?? pet.pet.name)" maxlength="\(PetName.mostScalars)" \
      autocomplete="off" dir="auto" data-submit\(mark)></label>\(wrong)
      """)
  }

  private func number(_ number: PetNumber) -> HTML {
    let value = pet.pet.value(of: number)
    let options = number.offered(current: value).map { one -> HTML in
      let mark: HTML = one == value ? " selected" : ""
      return "<option value=\"\(one)\"\(mark)>\(number.words(one))</option>"
    }
    let hint: HTML? = number.advice.map { "<p class=\"hint\">\($0)</p>" }
    return form(
      number.rawValue,
      "<label class=\"field\"><span>\(number.label)</span><select name=\"value\" data-submit>\(options)</select></label>\(hint)")
  }
}
