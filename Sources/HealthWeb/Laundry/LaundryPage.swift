import LaundryPet

/// The dashboard: a card for each pet.
struct LaundryPage: Sendable {
  /// In the order of their creation.
  let pets: [PetReading]
  let session: PageSession
  /// Whether a phone vibrates.
  let haptics: Haptics
  var notices: HTML?

  var page: Page {
    Page(
      title: "My Laundry Pets", aside: aside, state: pets.isEmpty ? .empty : .ready, notices: notices, session: session,
      content: "<section data-waiting></section><div id=\"pets\" data-live>\(pets.isEmpty ? nothing : grid)</div>")
  }

  private var aside: HTML {
    """
    <div class="row"><a class="icon" href="/laundry/new" aria-label="Add new pet">\(Icon.add.html)</a>\
    <a class="icon" href="/laundry/settings" aria-label="App settings">\(Icon.gear.html)</a></div>
    """
  }

  private var nothing: HTML {
    """
    <div class="card empty">\(PetFace.happy.html)<h2 class="title">No Pets Yet</h2><p>Create your first laundry pet to get started!</p>\
    <p class="row"><a class="button" href="/laundry/new">Create Pet</a></p></div>
    """
  }

  private var grid: HTML {
    "\(PetFace.symbols(Set(pets.map { PetFace($0) })))<ul class=\"pets\">\(pets.enumerated().map { card($0.element, $0.offset) })</ul>"
  }

  private func card(_ pet: PetReading, _ place: Int) -> HTML {
    let face = PetFace(pet)
    return """
      <li class="card pet"><a class="open" href="\(pet.path)" aria-label="\(pet.cardName)"\(haptics.light)>\(face.reference)\
      <b class="name" dir="auto">\(pet.pet.name)</b><progress class="\(face.style)" aria-label="Health" max="100" value="\(pet.health.percent)"></progress>\
      <span class="small soft">\(pet.state)</span></a><button class="icon" type="button" popovertarget="menu-\(place)" \
      aria-label="Menu of \(pet.pet.name)">\(Icon.more.html)</button><div class="sheet stack" id="menu-\(place)" popover>\
      <a class="button danger" href="/laundry/delete?id=\(pet.pet.id.inQuery)">Delete Pet</a><button class="button plain" type="button" \
      popovertarget="menu-\(place)" popovertargetaction="hide">Cancel</button></div></li>
      """
  }
}
