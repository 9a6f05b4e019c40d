import ActivityWindow
import Forecast
import HealthDesk
import HealthModel

/// The page of the profile: the set-up when there is none, else its sections, each with a form of its own.
struct GoProfilePage: Sendable {
  let setup: GoSetup
  let session: PageSession
  /// The rejected set-up; `nil` = the form has the defaults.
  var typed: GoProfileForm?
  /// The key with which the set-up subscribes this browser to notices, when the user wants some. `nil` = it can't.
  var pushKey: String?
  var notices: HTML?

  var page: Page {
    Page(
      title: setup.hasProfile ? "Go, profile" : "Go, set-up", heading: setup.hasProfile ? "Profile" : "Set up", tab: .today,
      above: "Activity windows", state: notices != nil && typed != nil ? .error : .ready, notices: notices, isNarrow: true,
      session: session,
      content: "<div class=\"stack\">\(GoParts.links(current: "/go/profile"))\(setup.hasProfile ? sections : setUp)</div>")
  }

  private var profile: CoastProfile { setup.profile }
  private var words: GoWords { GoWords(profile) }

  // MARK: - Set-up

  private var setUp: HTML {
    let form = typed ?? GoProfileForm(profile)
    return """
      <form class="stack" method="post" action="/go/setup" data-swap="main"\(asking)>\(session.field)\
      <fieldset class="card stack"><legend>What do you do at the coast?</legend>\(activities(form))</fieldset>\
      <fieldset class="card stack"><legend>Got a four-legged buddy?</legend>\(dogFields(form))</fieldset>\
      <fieldset class="card stack"><legend>How picky are you?</legend>\(presets(form.preset))</fieldset>\
      <fieldset class="card stack"><legend>Want a heads-up when conditions are good?</legend>\
      <p>Good windows for your activities are announced. No spam.</p>\(check("notices", "Notify me", form.sendsNotices))</fieldset>\
      <button class="button">Let's go</button></form>\(places)
      """
  }

  /// The script asks the browser for permission when the form is sent with notices on.
  private var asking: HTML? { pushKey.map { " data-subscribe=\"\($0)\" data-when=\"notices\"" } }

  private func activities(_ form: GoProfileForm) -> HTML {
    "\(check("swim", "Swim", form.activities.contains(.swim)))\(check("run", "Run", form.activities.contains(.run)))"
  }

  private func dogFields(_ form: GoProfileForm) -> HTML {
    """
    <label class="field"><span>Dog's name (empty for no dog)</span><input name="dog" value="\(form.dogName)" maxlength="30" autocomplete="off" \
    dir="auto"></label>\(select("size", "Size", [("", "not given")] + Dog.Size.allCases.map { ($0.rawValue, $0.rawValue) }, form.size))\
    \(select("coat", "Coat", [("", "not given")] + Dog.Coat.allCases.map { ($0.rawValue, $0.rawValue) }, form.coat))\
    \(select("heat", "Heat sensitivity", Dog.HeatSensitivity.allCases.map { ($0.rawValue, $0.rawValue) }, form.heat))\
    <p class="hint">Size, coat and sensitivity are kept for you. They don't change scores.</p>
    """
  }

  private func presets(_ chosen: Preset) -> HTML {
    .all(
      Preset.allCases.map { preset in
        let mark: HTML = preset == chosen ? " checked" : ""
        return """
          <label class="check"><input type="radio" name="preset" value="\(preset.rawValue)"\(mark)><span><b>\(GoWords.title(preset))</b> \
          \(GoWords.tagline(preset)) <span class="small soft">\(GoWords.description(preset))</span></span></label>
          """
      })
  }

  // MARK: - Sections

  private var sections: HTML { "\(basics)\(dog)\(preset)\(notifications)\(places)\(account)" }

  private var basics: HTML {
    let form = GoProfileForm(profile)
    return section(
      "basics", "Profile", "/go/profile/basics",
      """
      <label class="field"><span>Name</span><input name="name" value="\(profile.displayName)" maxlength="50" required dir="auto"></label>\
      <fieldset><legend>Activities</legend>\(activities(form))</fieldset>\(check("dark", "Swims in the dark score 0", profile.gatesDarkness))\
      \(check("analytics", "Help improve Go Now: events about notices may leave this computer", profile.allowsAnalytics))\
      <button class="button plain">Save</button>
      """)
  }

  private var dog: HTML {
    let remove: HTML? = profile.dog.map { _ in "<p><a class=\"text\" href=\"/go/profile/confirm?what=dog\">Remove dog</a></p>" }
    return section(
      "dog", "Dog", "/go/profile/dog",
      "\(dogFields(GoProfileForm(profile)))<button class=\"button plain\">\(profile.dog == nil ? "Add a dog" : "Save")</button>"
    ) + (remove ?? "")
  }

  private var preset: HTML {
    let cards = Preset.allCases.map { preset -> HTML in
      let isChosen = preset == profile.preset
      let action: HTML =
        isChosen
        ? "<span class=\"badge\">selected</span>"
        : "<a class=\"chip\" href=\"/go/profile/confirm?what=\(preset.rawValue)\" aria-label=\"Switch to \(GoWords.title(preset))\">Switch</a>"
      return """
        <li data-preset="\(preset.rawValue)"><div class="grow"><b>\(GoWords.title(preset))</b><span>\(GoWords.tagline(preset))</span>\
        <span class="small soft">\(GoWords.description(preset))</span><span class="hide">\(isChosen ? "selected" : "not selected")</span></div>\
        \(action)</li>
        """
    }
    return "<section id=\"preset\"><h2>Preset</h2><div class=\"card\"><ul class=\"rows\">\(cards)</ul></div></section>"
  }

  private var notifications: HTML {
    let modes = ActivityMode.allCases.filter { !$0.hasDog || profile.dog != nil }.map { mode -> HTML in
      let title = mode.hasDog ? words.title(mode) : "\(words.title(mode)) solo"
      return check(mode.rawValue, title, profile.noticeModes.contains(mode))
    }
    let quiet = profile.quietHours
    return section(
      "notifications", "Notifications", "/go/profile/notices",
      """
      \(check("enabled", "Notifications", profile.sendsNotices))<fieldset><legend>For</legend>\(modes)</fieldset>\
      \(check("quiet", "Quiet hours", quiet.isEnabled))<label class="field"><span>From</span><input type="time" name="start" \
      value="\(quiet.startClock)" required></label><label class="field"><span>To</span><input type="time" name="end" value="\(quiet.endClock)" \
      required></label><button class="button plain">Save</button>
      """)
  }

  private var places: HTML {
    let rows = setup.places.map { place -> HTML in
      let isShown = place.id == setup.place.id
      let use: HTML =
        isShown
        ? "<span class=\"badge\">shown</span>"
        : placeForm("use", place, "<button class=\"chip\" aria-label=\"Show \(place.name)\">Show</button>")
      return """
        <li><div class="grow"><span class="name" dir="auto">\(place.name)</span><span class="small soft num">\(Quantity.fixed(place.latitude, 3)), \
        \(Quantity.fixed(place.longitude, 3))</span></div>\(use)\
        \(placeForm("remove", place, "<button class=\"chip\" aria-label=\"Remove \(place.name)\">Remove</button>"))</li>
        """
    }
    let list: HTML =
      rows.isEmpty ? "<p>Tel Aviv Coast is shown until you add a place.</p>" : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
    return """
      <section id="places"><h2>Places</h2>\(list)<form class="card stack" method="post" action="/go/place/add" data-swap="main">\(session.field)\
      <label class="field"><span>Add a place: its name</span><input name="name" maxlength="100" required autocomplete="off" dir="auto"></label>\
      <details><summary>By coordinates</summary><label class="field"><span>Latitude</span><input name="lat" inputmode="decimal"></label>\
      <label class="field"><span>Longitude</span><input name="lon" inputmode="decimal"></label><label class="field"><span>Time zone</span>\
      <input name="zone" placeholder="Asia/Jerusalem"></label></details><button class="button plain">Add</button></form></section>
      """
  }

  private func placeForm(_ action: String, _ place: Place, _ button: HTML) -> HTML {
    """
    <form method="post" action="/go/place/\(action)" data-swap="main">\(session.field)<input type="hidden" name="place" value="\(place.id)">\
    \(button)</form>
    """
  }

  private var account: HTML {
    """
    <section id="account"><h2>Your data</h2><div class="card stack"><p><a class="button plain" href="/go/profile.json" download>Export profile</a>\
    </p><p><a class="button danger" href="/go/profile/confirm?what=delete">Delete profile</a></p>\
    <p class="small soft">Scoring \(Scoring.version)</p></div>\(GoParts.attribution)</section>
    """
  }

  // MARK: - Pieces

  private func section(_ id: String, _ title: String, _ action: String, _ fields: HTML) -> HTML {
    """
    <section id="\(id)"><h2>\(title)</h2><form class="card stack" method="post" action="\(action)" data-swap="main">\(session.field)\(fields)</form>\
    </section>
    """
  }

  private func check(_ name: String, _ title: String, _ isOn: Bool) -> HTML {
    let mark: HTML = isOn ? " checked" : ""
    return """
      <label class="check"><input type="checkbox" name="\(name)" value="1"\(mark)><span class="name" dir="auto">\(title)</span></label>
      """
  }

  private func select(_ name: String, _ title: String, _ options: [(value: String, title: String)], _ chosen: String) -> HTML {
    let items = options.map { value, title -> HTML in
      let mark: HTML = value == chosen ? " selected" : ""
      return "<option value=\"\(value)\"\(mark)>\(title)</option>"
    }
    return "<label class=\"field\"><span>\(title)</span><select name=\"\(name)\">\(items)</select></label>"
  }
}
