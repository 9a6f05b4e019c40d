import Foundation
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import TestSupport
import Testing

@testable import HealthWeb

/// The pages of laundry pets, with forms that work without a script.
@Suite struct LaundryPageTests {
  private let web: WebFixture
  private let id = "019a1b2c-3d4e-7f01-8234-56789abcdef0"

  init() async throws { web = try await WebFixture() }

  private func pass(_ minutes: Int64) { web.clock.manual.advance(ms: minutes * 60_000) }

  private func add(_ browser: WebClient, _ token: String, _ name: String = "Snowy", id: String? = nil) async throws -> WebClient.Answer {
    try await browser.follow(browser.post("/laundry/add", "token=\(token)&id=\(id ?? self.id)&at_ms=&name=\(name)"))
  }

  private func press(_ browser: WebClient, _ token: String, _ event: String, task: String = "") async throws -> WebClient.Answer {
    try await browser.post("/laundry/step", "token=\(token)&id=&at_ms=&pet=\(id)&event=\(event)&task=\(task)")
  }

  private func pet() async throws -> PetReading {
    let (now, id) = (web.clock.now, id)
    return try await web.library.read { try LaundryDesk($0, at: now).pet(id) }
  }

  /// L-DASH-1, L-DASH-2, L-DASH-3: without pets it says how to create one.
  @Test func anEmptyDashboardSaysHowToBegin() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/laundry")
      #expect(page.status == 200 && page.body.contains(#"data-state="empty""#) && page.body.contains("No Pets Yet"))
      #expect(page.body.contains("Create your first laundry pet to get started!") && page.body.contains(#"href="/laundry/new""#))
      #expect(page.body.contains(#"aria-label="Add new pet""#) && page.body.contains(#"aria-label="App settings""#))
      #expect(!(try await browser.get("/").body.contains(#"id="laundry""#)))
    }
  }

  /// L-CREATE-1: a form that is sent twice creates one pet; an empty name is worded by the server.
  @Test func aPetIsCreatedOnce() async throws {
    try await web.testPaired { (browser) async throws in
      let form = try await browser.get("/laundry/new")
      let token = try #require(form.token)
      #expect(form.body.contains(#"placeholder="Enter pet name""#) && form.body.contains("autofocus") && form.body.contains("Create Pet"))
      #expect(try await add(browser, token, "+Snowy+").body.contains("Created Snowy"))
      #expect(try await add(browser, token, "Snowy").body.contains("Snowy was already created."))
      let page = try await browser.get("/laundry").body
      #expect(
        page.contains(#"aria-label="Snowy, 100% health, is so happy!""#) && page.contains("#face-happy") && page.contains("Menu of Snowy"))
      let empty = try await browser.post("/laundry/add", "token=\(token)&name=++")
      #expect(empty.status == 422 && empty.body.contains("A pet needs a name.") && empty.body.contains(#"aria-invalid="true""#))
      #expect(try await add(browser, token, "snowy", id: "019a1b2c-3d4e-7f01-8234-56789abcdef1").body.contains("another pet is called"))
      _ = try await browser.post("/laundry/delete", "token=\(token)&pet=\(id)")
      #expect(try await add(browser, token).body.contains("created and has been deleted since"))
    }
  }

  /// L-DETAIL-1 and L-RING-1: pet, banner, action, timer and figures, in this order; one thing to do.
  @Test func aWholeCycle() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      let path = "/laundry/pet?id=\(id)"
      let idle = try await browser.get(path).body
      #expect(idle.contains(#"aria-label="Snowy is happy""#) && idle.contains(">Start Wash</button>") && !idle.contains("role=\"timer\""))
      let washing = try await browser.follow(press(browser, token, "wash")).body
      let order = ["petbox", "pet-status", "Washing...", "role=\"timer\"", "CYCLES", "STREAK", "HEALTH", "My Laundry Pets</a>"]
      let places = try order.map { try #require(washing.range(of: $0), "\($0)").lowerBound }
      #expect(places == places.sorted())
      #expect(
        washing.contains("is getting clean!") && washing.contains(#"aria-disabled="true">Washing..."#)
          && washing.contains(">Cancel</button>"))
      #expect(washing.contains(#"aria-label="Timer: 45:00 remaining, 0% complete""#) && washing.contains(#"stroke-dasharray="0 100""#))
      let end = WebFixture.noon.ms + 45 * 60_000
      #expect(washing.contains("data-ends=\"\(end)\" data-lasts=\"2700000\""))
      pass(45)
      let waiting = try await browser.get(path).body
      #expect(waiting.contains("Ready for dryer") && waiting.contains(">Start Dryer</button>") && waiting.contains("Snooze 10 min"))
      #expect(try await browser.get("/").body.contains("Ready for dryer"))
      _ = try await press(browser, token, "dry")
      pass(60)
      let folded = try await browser.follow(press(browser, token, "fold")).body
      #expect(folded.contains("Snowy is so happy!") && folded.contains(#"aria-label="CYCLES: 1 Total""#))
      #expect(folded.contains(#"aria-label="STREAK: 1 Current""#) && folded.contains(#"aria-label="HEALTH: 100% is so happy!""#))
      #expect(try await browser.follow(browser.post("/undo", "token=\(token)")).body.contains("Undone: folded Snowy"))
      #expect(try await pet().stage == .dryDone)
    }
  }

  /// L-BUTTON-1: the same press again changes nothing, and a press for what has passed is refused with the reason.
  @Test func aPressMakesOneStep() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      let task = try #require(try await browser.get("/laundry/pet?id=\(id)").text(after: #"name="task" value=""#, until: "\""))
      #expect(task == "\(id)/1/wash/1")
      #expect(try await press(browser, token, "wash", task: task).status == 303)
      #expect(try await browser.follow(press(browser, token, "wash", task: task)).body.contains("That was already done."))
      let refused = try await press(browser, token, "wash")
      #expect(refused.status == 422 && refused.body.contains("Not done.") && refused.body.contains("The laundry is washing") == false)
      #expect(refused.body.contains("the laundry is washing") && refused.body.contains("Possible now: cancel."))
      #expect(refused.body.contains(#"role="alert""#) && refused.body.contains(#"data-state="error""#))
      #expect(try await pet().task?.attempt == 1)
    }
  }

  /// A press that waited on a device counts from its time.
  @Test func aPressThatWaitedCountsFromItsTime() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      pass(30)
      let at = WebFixture.noon.ms + 10 * 60_000
      _ = try await browser.post("/laundry/step", "token=\(token)&id=\(id)&at_ms=\(at)&pet=\(id)&event=wash&task=\(id)/1/wash/1&waited=1")
      #expect(try await pet().timer?.text == "25:00")
    }
  }

  /// L-EDIT-1: each field saves itself; a value of a script outside the list is offered, too.
  @Test func aPetIsEdited() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      let path = "/laundry/pet/settings?id=\(id)"
      let form = try await browser.get(path).body
      for text in ["Pet Name", "Wash Time", "Dry Time", "How often", "Delete Pet", ">Done</a>", "Every 7 days", "45 minutes", "1 minute<"] {
        #expect(form.contains(text), "\(text)")
      }
      func edit(_ field: String, _ value: String) async throws -> WebClient.Answer {
        try await browser.post("/laundry/edit", "token=\(token)&pet=\(id)&field=\(field)&value=\(value)")
      }
      #expect(try await browser.follow(edit("name", "+Blue+%3Cb%3E")).body.contains("Saved."))
      _ = try await edit("dry_min", "175")
      let after = try await browser.get(path).body
      #expect(after.contains(#"value="Blue &lt;b&gt;""#) && after.contains(#"<option value="175" selected>175 minutes"#))
      #expect(try await edit("wash_min", "121").status == 422)
      let refused = try await edit("name", "+")
      #expect(refused.status == 422 && refused.body.contains("A pet needs a name.") && refused.body.contains(#"aria-invalid="true""#))
      for (field, value) in [("wash_min", "x"), ("color", "1"), ("id", "q")] { #expect(try await edit(field, value).status == 400) }
      #expect(try await pet().pet.dryMinutes == 175)
    }
  }

  /// L-DELETE-1 and L-RESET-1: both ask first, and lead back to the dashboard.
  @Test func petsAreDeletedAfterAQuestion() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      _ = try await press(browser, token, "wash")
      let question = try await browser.get("/laundry/delete?id=\(id)").body
      #expect(question.contains("Delete Snowy?") && question.contains(">Cancel</a>") && question.contains(">Delete</button>"))
      let deleted = try await browser.follow(browser.post("/laundry/delete", "token=\(token)&pet=\(id)")).body
      #expect(deleted.contains("Deleted Snowy") && deleted.contains("No Pets Yet"))
      for path in ["/laundry/pet?id=\(id)", "/laundry/pet/settings?id=\(id)", "/laundry/delete?id=\(id)"] {
        #expect(try await browser.get(path).status == 410, "\(path)")
      }
      for path in ["/laundry/step", "/laundry/edit", "/laundry/delete"] {
        let gone = try await browser.post(path, "token=\(token)&pet=\(id)&event=wash&field=name&value=Rex")
        #expect(gone.status == 410 && gone.body.contains("any more"), "\(path)")
      }
      _ = try await browser.post("/undo", "token=\(token)")
      _ = try await browser.post("/laundry/settings", "token=\(token)&notices=1")
      #expect(try web.config().contains("sound = false") && web.config().contains("haptics = false"))
      #expect(try await browser.get("/laundry/reset").body.contains("Reset All Data?"))
      let reset = try await browser.follow(browser.post("/laundry/reset", "token=\(token)")).body
      #expect(reset.contains("Data reset") && reset.contains("No Pets Yet"))
      #expect(try !web.config().contains("sound") && web.config().contains("zone = \"Europe/Paris\""))
    }
  }

  /// L-PREFS-1: notices, sound and haptics; the sound only with notices.
  @Test func theSettingsAreTheFiles() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/laundry/settings")
      let token = try #require(page.token)
      #expect(page.body.contains(#"name="sound" value="1" checked>"#) && page.body.contains(Version.text))
      #expect(try await browser.get("/laundry/new").body.contains("data-haptic"))
      _ = try await browser.post("/laundry/settings", "token=\(token)&sound=1")
      let off = try await browser.get("/laundry/settings").body
      #expect(off.contains(#"name="sound" value="1" checked disabled>"#) && off.contains(#"<input type="hidden" name="sound" value="1">"#))
      #expect(!(try await browser.get("/laundry/new").body.contains("data-haptic")))
    }
  }

  /// L-LOOK-1: every stage and mood has a face of its own, with a name.
  @Test func everyFaceIsItsOwn() {
    #expect(Set(PetFace.allCases.map(\.html.markup)).count == PetFace.allCases.count)
    for face in PetFace.allCases {
      #expect(face.picture(named: "Snowy & Co").markup.contains(#"role="img" aria-label="Snowy &amp; Co""#))
      #expect(!face.html.markup.contains("style=") && face.html.markup.contains(#"aria-hidden="true""#))
    }
  }

  @Test func anyNameAndIDIsShownHarmlessly() async throws {
    try await web.library.write { library in
      let pet = Pet(id: "a/b \"?", name: "<script>alert(1)</script>", createdAtMs: WebFixture.noon.ms)
      _ = try LaundryBook(library).add(pet, title: "created", at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      for path in [
        "/laundry", "/laundry/pet?id=a%2Fb%20%22%3F", "/laundry/pet/settings?id=a%2Fb%20%22%3F", "/laundry/delete?id=a%2Fb%20%22%3F", "/",
      ] {
        let page = try await browser.get(path)
        #expect(page.status == 200 && !page.body.contains("<script>alert"), "\(path)")
      }
    }
  }

  /// L-DASH-1, L-DASH-2: a thousand pets are one page.
  @Test func aThousandPets() async throws {
    try await web.library.write { library in
      for number in 0..<1000 {
        let pet = Pet(id: "p\(number)", name: "Pet \(number)", createdAtMs: WebFixture.noon.ms)
        _ = try LaundryBook(library).add(pet, title: "created", at: WebFixture.noon)
      }
    }
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/laundry").body
      #expect(page.components(separatedBy: "<li class=\"card pet\">").count == 1001 && page.utf8.count < 1_500_000)
      #expect(
        page.contains("<h1>My Laundry Pets</h1>") && page.contains(#"aria-label="Menu of Pet 7""#) && page.contains(">Delete Pet</a>"))
    }
  }

  @Test func stepsRunTheUsersCommand() async throws {
    let file = web.folder.file("events")
    try web.configure("[laundry]\non_event = \"cat >>'\(file)'\"\n")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/laundry/new").token)
      _ = try await add(browser, token)
      _ = try await press(browser, token, "wash")
      #expect(comesTrue { (try? ProjectFiles.bytes(file))?.isEmpty == false })
      #expect(try JSON(parsing: ProjectFiles.bytes(file))["pet"]["name"].string == "Snowy")
    }
  }
}
