import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

@testable import HealthWeb

/// M-SCAN: photos and numbers to products to meals.
@Suite struct ScanPageTests {
  private let web: WebFixture
  private let id = "0197e2a4-6f00-7000-8000-00000000abcd"

  init() async throws { web = try await WebFixture() }

  /// M-SCAN-6
  @Test func thePageOffersPhotosAndNumbers() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/scan")
      #expect(page.status == 200 && page.body.contains(#"aria-label="Close scanner""#) && page.body.contains("Log without a code"))
      #expect(
        page.body.contains(#"enctype="multipart/form-data""#) && page.body.contains(#"capture="environment""#)
          && !page.body.contains("Pending lookups"))
      #expect(try await browser.get("/scan?shared=too-large").body.contains("Too much was shared"))
    }
  }

  @Test func aPhotoIsAProductIsAMealOnce() async throws {
    web.shelf.put(.found(Shelf.product()))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let answer = try await browser.upload("/scan", body(token, [MultipartBody.photo()]))
      #expect(answer.status == 303 && answer.headers["location"]?.contains("9520000000004") == false, "a number stays out of addresses")
      let page = try await browser.follow(answer)
      #expect(page.status == 200 && page.body.contains("Oat Crunch") && page.body.contains("Servings of 40 g"))
      #expect(
        page.body.contains(#"data-of="amount" data-each="148""#) && page.body.contains(">148</output> kcal")
          && page.body.contains("Back to the scanner"))
      let tray = try #require(page.text(after: #"name="tray" value=""#, until: "\""))
      let form = "token=\(token)&id=\(id)&code=9520000000004&unit=servings&amount=1.5&meal=breakfast&tray=\(tray)"
      let logged = try await browser.post("/log", form)
      #expect(logged.status == 303 && logged.headers["location"]?.hasPrefix("/?notice=") == true)
      #expect(try await browser.follow(logged).body.contains("Logged Oat Crunch, 1.5 servings (60 g), 222 kcal, as breakfast"))
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("already logged"))
      let meals = try await eaten()
      #expect(meals.map(\.id) == [id] && meals.map(\.amount) == [Amount(servings: 1.5, grams: 60)])
    }
  }

  @Test func gramsCanBeEnteredInstead() async throws {
    web.shelf.put(.found(Shelf.product()))
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/scan/code?code=9520000000004&unit=grams")
      #expect(
        page.body.contains(#"name="unit" value="grams""#) && page.body.contains(#"value="40""#) && page.body.contains(#"data-each="3.7""#))
      #expect(page.body.contains("unit=servings"))
      let wrong = try await browser.post("/log", "token=\(try await token(browser))&code=9520000000004&unit=grams&amount=0&title=x")
      #expect(wrong.status == 422 && wrong.body.contains("Grams must be above 0") && wrong.body.contains(#"name="unit" value="grams""#))
      #expect(wrong.body.contains(#"aria-invalid="true""#) && wrong.body.contains("role=\"alert\""))
    }
  }

  @Test func severalCodesAreRowsUntilAllAreLogged() async throws {
    web.shelf.put(.found(Shelf.product()))
    web.shelf.put(.found(Shelf.product(Shelf.soup, "Lentil soup", source: "open_food_facts")), for: Shelf.soup)
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let photos = [
        MultipartBody.photo(), MultipartBody.photo("9520000000011"), MultipartBody.photo(seed: 2),
        Array("P5\n8 8\n255\n".utf8) + [UInt8](repeating: 200, count: 64),
      ]
      let answer = try await browser.upload("/scan", body(token, photos))
      let page = try await browser.follow(answer)
      #expect(page.body.contains("2 codes found") && page.body.contains("Lentil soup") && page.body.contains("Oat Crunch"))
      #expect(
        page.body.contains("No barcode was found in photo-3.jpg") && page.body.contains("Open Food Facts")
          && page.body.contains("photo-1.jpg"))
      let tray = try #require(page.text(after: #"name="tray" value=""#, until: "\""))
      let first = try await browser.post("/log", "token=\(token)&code=9520000000004&tray=\(tray)")
      #expect(first.headers["location"]?.hasPrefix("/scan/found/\(tray)") == true)
      #expect(try await browser.follow(first).body.contains("<span class=\"badge\">Logged</span>"))
      let last = try await browser.post("/log", "token=\(token)&code=9520000000011&tray=\(tray)")
      #expect(last.headers["location"]?.hasPrefix("/?") == true)
      #expect(try await eaten().map(\.name).sorted() == ["Lentil soup", "Oat Crunch"])
      #expect(try await browser.get("/scan/found/\(tray)?code=9520000000011").body.contains("Log Food"))
    }
  }

  /// M-SCAN-6
  @Test func aNumberThatNobodyKnowsIsLoggedByHand() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/scan/code?code=9520000000004")
      #expect(
        page.status == 200 && page.body.contains("No product was found for 9520000000004")
          && page.body.contains(#"name="number" value="9520000000004""#))
      #expect(
        try await browser.post("/log", "token=\(try await token(browser))&id=\(id)&number=9520000000004&title=Muesli&kcal=100").headers[
          "location"]?.hasPrefix("/?") == true)
      #expect(try await eaten().map(\.gtin) == [Shelf.oats])
      let wrong = try await browser.post("/log", "token=\(try await token(browser))&number=9520000000004&title=")
      #expect(
        wrong.status == 422 && wrong.body.contains(#"name="number" value="9520000000004""#) && wrong.body.contains("Say what you ate."))
    }
  }

  @Test func aShopsOwnNumberIsExplained() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/scan/code?code=2112345678900")
      #expect(
        page.status == 200 && page.body.contains("in-store code: only the shop knows its product") && page.body.contains("Log by hand"))
    }
  }

  @Test(arguments: [
    ("abc", "abc isn&#39;t a barcode"), ("9520000000005", "check digit"), ("", "isn&#39;t a barcode"), ("%3Cscript%3E", "&lt;script&gt;"),
  ])
  func whatIsNoNumberIsRefused(code: String, reason: String) async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/scan/code?code=\(code)")
      #expect(page.status == 422 && page.body.contains(reason) && page.body.contains("role=\"alert\"") && !page.body.contains("<script>"))
    }
  }

  /// M-SCAN-6
  @Test func whatCannotBeLookedUpWaitsAndIsLoggedOnce() async throws {
    web.shelf.put(.unavailable(.offline))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let page = try await browser.get("/scan/code?code=9520000000004")
      #expect(
        page.status == 200 && page.body.contains("could not be looked up: offline; kept for later")
          && page.body.contains("Log it once it is found"))
      let form = "token=\(token)&id=\(id)&code=9520000000004"
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("It will be logged once the product is found."))
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("already queued"))
      #expect(try await browser.get("/scan").body.contains("Pending lookups"))
      #expect(try await browser.follow(browser.post("/scan/retry", "token=\(token)")).body.contains("Not found."))
      web.shelf.put(.found(Shelf.product()))
      #expect(try await browser.follow(browser.post("/scan/retry", "token=\(token)")).body.contains("Found: Oat Crunch. Logged 1 meal."))
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("already logged"))
      #expect(try await eaten().map(\.id) == [id])
      #expect(try await !browser.get("/scan").body.contains("Pending lookups"))
    }
  }

  @Test func aNumberThatWaitsCanBeForgotten() async throws {
    web.shelf.put(.unavailable(.offline))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      _ = try await browser.get("/scan/code?code=9520000000004")
      #expect(try await browser.get("/scan").body.contains(#"aria-label="Forget 9520000000004""#))
      #expect(try await browser.post("/scan/forget", "token=\(token)&code=9520000000004").status == 303)
      #expect(try await web.library.read { try PendingFood($0).list() }.isEmpty)
    }
  }

  @Test func aPhotoThatWaitedOnTheDeviceIsLoggedOnce() async throws {
    web.shelf.put(.found(Shelf.product()))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let fields = [("waited", "1"), ("id", id), ("at_ms", "\(WebFixture.noon.ms - 7_200_000)")]
      #expect(
        try await browser.follow(browser.upload("/scan", body(token, [MultipartBody.photo()], fields))).body.contains("Logged Oat Crunch"))
      #expect(
        try await browser.follow(browser.upload("/scan", body(token, [MultipartBody.photo()], fields))).body.contains("already logged"))
      #expect(try await eaten().map(\.eatenAt.clock) == ["10:03"])
      let unknown = try await browser.upload("/scan", body(token, [MultipartBody.photo("9520000000011")], fields))
      #expect(
        unknown.status == 422 && unknown.body.contains("No product was found for 9520000000011") && unknown.body.contains("role=\"alert\""))
      web.shelf.put(.unavailable(.offline), for: Shelf.soup)
      let waits = try await browser.follow(browser.upload("/scan", body(token, [MultipartBody.photo("9520000000011")], fields)))
      #expect(waits.body.contains("1 barcode will be logged once found."))
      #expect(try await web.library.read { try PendingFood($0).list().map(\.wishes.count) } == [1])
      let late = try await browser.upload("/scan", body(token, [MultipartBody.photo()], [("waited", "1"), ("at_ms", "1")]))
      #expect(late.status == 422 && late.body.contains("more than 30 days ago"))
    }
  }

  @Test func whatIsSharedLeadsToItsProduct() async throws {
    web.shelf.put(.found(Shelf.product()))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      for text in [
        "https://world.openfoodfacts.org/product/9520000000004/oat-crunch", "Try this: https://id.example/01/09520000000004?x=1 !",
        "9520000000004",
      ] {
        let answer = try await browser.upload("/share", MultipartBody([("title", "Oats"), ("text", text), ("token", token)]).whole)
        #expect(answer.status == 303)
        #expect(try await browser.follow(answer).body.contains("Oat Crunch"), "\(text)")
      }
      let photo = try await browser.upload("/share", body(token, [MultipartBody.photo()]))
      #expect(try await browser.follow(photo).body.contains("Oat Crunch"))
      #expect(try await browser.upload("/share", MultipartBody([("text", "hello 123"), ("token", token)]).whole).status == 422)
      #expect(try await browser.upload("/share", MultipartBody([("text", "9520000000004")]).whole).status == 403)
    }
  }

  @Test func namesOfProductsAndPhotosAreEscaped() async throws {
    web.shelf.put(.found(Shelf.product(Shelf.oats, "\"><script>alert(1)</script>")))
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      var upload = MultipartBody([("token", token)])
      upload.add(file: MultipartBody.photo(), named: "<script>.jpg")
      upload.add(file: Array("no photo".utf8), named: "<img src=x>.jpg")
      let page = try await browser.follow(browser.upload("/scan", upload.whole))
      #expect(
        page.status == 200 && !page.body.contains("<script>") && !page.body.contains("<img") && page.body.contains("&lt;img src=x&gt;.jpg"))
    }
  }

  private func body(_ token: String, _ photos: [[UInt8]], _ fields: [(String, String)] = []) -> [UInt8] {
    var body = MultipartBody([("token", token)] + fields)
    for (index, photo) in photos.enumerated() { body.add(file: photo, named: "photo-\(index).jpg") }
    return body.whole
  }

  private func eaten() async throws -> [Meal] { try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day) } }

  private func token(_ browser: WebClient) async throws -> String {
    try #require(try await browser.get("/scan").text(after: #"name="token" value=""#, until: "\""))
  }
}
