import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync watch` as it is typed, on real folders.
@Suite struct WatchCommandTests {
  private let camera: Camera

  init() throws { camera = try Camera() }

  /// By write and close, by rename as Syncthing and Nextcloud do, in folders made later; and names that are no photos yet.
  @Test func photosAreLoggedAsTheyCome() throws {
    let watch = try camera.start("--log", "-r")
    defer { watch.signal(SIGKILL) }
    try camera.folder.write(Camera.photo("04-tuna.jpg", minutesAgo: 1), to: "a.jpg")
    try camera.folder.write(Camera.photo("06-yoghurt.jpg", minutesAgo: 2), to: ".syncthing.b.jpg.tmp")
    rename(camera.folder.file(".syncthing.b.jpg.tmp"), camera.folder.file("b.jpg"))
    mkdir(camera.folder.file("2026"), 0o700)
    mkdir(camera.folder.file("2026/02"), 0o700)
    try camera.folder.write(Camera.photo("08-chocolate.jpg", minutesAgo: 3), to: "2026/02/c.jpg")
    try camera.folder.write([1, 2, 3], to: "~syncthing~d.jpg")
    try camera.folder.write([1, 2, 3], to: ".stversions.jpg")
    try camera.folder.write([1, 2, 3], to: "d.mp4")
    try camera.folder.write([1, 2, 3], to: "a.annotated.jpg")
    #expect(comesTrue { watch.outSoFar.split(separator: "\n").count == 3 && watch.outSoFar.hasSuffix("\n") }, "\(watch.errSoFar)")
    watch.signal(SIGTERM)
    let outcome = watch.wait()
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try Set(Camera.words(outcome.out)) == ["a.jpg logged", "b.jpg logged", "c.jpg logged"])
    #expect(try camera.meals() == ["Dark chocolate 70 %", "Natural yoghurt", "Tuna in brine"])
    #expect(try camera.person.sqlite("SELECT count(*) FROM outbox").out == "3\n")
    // Those who scan later have nothing to do.
    #expect(try camera.once("--log", "-r") == [])
  }

  @Test func aHalfWrittenFileIsWaitedFor() throws {
    let photo = try Camera.photo("04-tuna.jpg", minutesAgo: 1)
    let watch = try camera.start("--log")
    defer { watch.signal(SIGKILL) }
    let descriptor = open(camera.folder.file("slow.jpg"), O_CREAT | O_WRONLY, 0o600)
    #expect(photo.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, 100_000) } == 100_000)
    // Another one is done before the rest of it comes.
    try camera.folder.write(Camera.photo("15-no-barcode.jpg", minutesAgo: 1), to: "quick.jpg")
    #expect(comesTrue { watch.outSoFar.contains("no_barcode") })
    #expect(
      photo.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress.map { $0 + 100_000 }, $0.count - 100_000) } == photo.count
        - 100_000)
    close(descriptor)
    #expect(comesTrue { watch.outSoFar.contains("logged") })
    watch.signal(SIGINT)
    #expect(try Camera.words(watch.wait().out) == ["quick.jpg no_barcode", "slow.jpg logged"])
  }

  @Test func whatWasThereBeforeIsKnownAndWhatComesMeanwhileIsNew() throws {
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 30), to: "a.jpg")
    let first = try camera.watch("--once", "--log")
    #expect(first.status == 0 && first.out.isEmpty)
    #expect(first.err == "1 photo was there before and isn't scanned; --all does\n")
    try camera.write(Camera.photo("06-yoghurt.jpg", minutesAgo: 20), to: "b.jpg")
    #expect(try camera.once("--log") == ["b.jpg logged"])
    #expect(try camera.once("--log") == [])
    #expect(try camera.once("--log", "--all") == ["a.jpg logged"])
    #expect(try camera.once("--log", "--all") == [])
    #expect(try camera.meals() == ["Tuna in brine", "Natural yoghurt"])
  }

  /// Of those that were there before nobody has read the bytes; that is made up for.
  @Test(arguments: [false, true])
  func theSamePhotoUnderAnotherNameIsNotNew(wasBefore: Bool) throws {
    let photo = try Camera.photo("04-tuna.jpg", minutesAgo: 30)
    if !wasBefore { #expect(try camera.once("--log") == []) }
    let path = try camera.write(photo, to: "a.jpg")
    #expect(try camera.once("--log") == (wasBefore ? [] : ["a.jpg logged"]))
    utimes(path, nil)
    try camera.write(photo, to: "copy.jpg")
    #expect(try camera.once("--log") == [])
    rename(path, camera.folder.file("moved.jpg"))
    mkdir(camera.folder.file("sub"), 0o700)
    rename(camera.folder.file("copy.jpg"), camera.folder.file("sub/copy.jpg"))
    #expect(try camera.once("--log", "-r") == [])
    unlink(camera.folder.file("moved.jpg"))
    try camera.write(photo, to: "again.jpg")
    #expect(try camera.once("--log", "-r") == [])
    #expect(try camera.meals().count == (wasBefore ? 0 : 1))
  }

  /// A photo that was there before is moved while nobody looks, and nothing of it was ever read: its size and time say that it is the same.
  @Test func aMoveOfAnUnreadPhotoIsSeen() throws {
    let path = try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 30), to: "a.jpg")
    #expect(try camera.once("--log") == [])
    rename(path, camera.folder.file("b.jpg"))
    #expect(try camera.once("--log") == [])
    #expect(try camera.meals() == [])
  }

  @Test func foldersThatWereNotWatchedBeforeAreKnown() throws {
    mkdir(camera.folder.file("2025"), 0o700)
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 30), to: "2025/a.jpg")
    #expect(try camera.once("--log") == [])
    #expect(try camera.once("--log", "-r") == [])
    // From now on a folder that isn't known is new.
    mkdir(camera.folder.file("2026"), 0o700)
    try camera.write(Camera.photo("06-yoghurt.jpg", minutesAgo: 20), to: "2026/b.jpg")
    #expect(try camera.once("--log", "-r") == ["b.jpg logged"])
  }

  /// The scan is done, the lock of another writer keeps the meal from being logged, and then the power goes.
  @Test func aKillBetweenScanAndLogLeavesOneMeal() throws {
    #expect(try camera.once("--log") == [])
    let fifo = camera.person.home.file("fifo")
    mkfifo(fifo, 0o600)
    let script = "BEGIN IMMEDIATE;\n.shell touch '\(camera.person.home.file("locked"))'; cat '\(fifo)'\nCOMMIT;\n"
    let writer = try Program("/usr/bin/sqlite3", home: camera.person.home).start([camera.person.library], input: Array(script.utf8))
    #expect(comesTrue { access(camera.person.home.file("locked"), F_OK) == 0 })
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 30), to: "a.jpg")
    let watch = try camera.person.hsync.start(["watch", camera.folder.path, "--once", "--log"])
    // The program has scanned then, and waits for the lock.
    #expect(comesTrue { camera.isSomethingWanted })
    watch.signal(SIGKILL)
    #expect(watch.wait().status == 137)
    try Data("go\n".utf8).write(to: URL(fileURLWithPath: fifo))
    #expect(writer.wait().status == 0)
    #expect(try camera.meals() == [])
    #expect(try camera.once("--log") == ["a.jpg logged"])
    #expect(try camera.once("--log") == [])
    #expect(try camera.meals() == ["Tuna in brine"])
  }

  @Test func twoPhotosOfAPackageAreOneMealAndASecondHelpingIsAnother() throws {
    #expect(try camera.once("--log") == [])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 60), to: "a.jpg")
    #expect(try camera.once("--log") == ["a.jpg logged"])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 55), to: "b.jpg")
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 20), to: "c.jpg")
    #expect(try camera.once("--log") == ["b.jpg repeated", "c.jpg logged"])
    #expect(try camera.meals().count == 2)
  }

  @Test func withoutANetworkTheWishWaits() throws {
    let camera = try Camera(["HSYNC_PRODUCTS": ""])
    #expect(try camera.once("--log") == [])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 90), to: "a.jpg")
    let outcome = try camera.watch("--once", "--log", "--grams", "50", "--meal", "dinner")
    #expect(outcome.status == 75)
    #expect(try Camera.words(outcome.out) == ["a.jpg pending"])
    #expect(outcome.err.contains("hint: look it up and log it then: hsync pending resolve"))
    #expect(try camera.once("--log") == [])
    let resolved = try camera.person.hsync.run("pending", "resolve", "--products", ProjectFiles.path("samples/products.tsv"))
    #expect(resolved.status == 0, "\(resolved.err)")
    #expect(
      try camera.person.sqlite("SELECT name, grams, slot, round((unixepoch() - eaten_at_ms / 1000) / 600.0) FROM meal").out
        == "Tuna in brine|50.0|dinner|9.0\n")
    #expect(try camera.once("--log") == [])
    #expect(try camera.meals().count == 1)
  }

  @Test func whatCantBeReadOrIsntKnownIsToldOnce() throws {
    let good = try Camera.photo("04-tuna.jpg", minutesAgo: 5)
    #expect(try camera.once("--log") == [])
    try camera.write(Array(good.prefix(100_000)), to: "a.jpg")
    try camera.write(Camera.photo("15-no-barcode.jpg", minutesAgo: 5), to: "b.jpg")
    try camera.write(Array("no picture".utf8), to: "c.jpg")
    try camera.write([], to: "d.jpg")
    let outcome = try camera.watch("--once", "--log")
    #expect(outcome.status == 65)
    #expect(try Camera.words(outcome.out) == ["a.jpg unreadable", "b.jpg no_barcode", "c.jpg unreadable"])
    let lines = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(lines.map { $0["error"]["code"].string } == ["bad_data", nil, "bad_data"])
    #expect(!outcome.err.contains("b.jpg"))
    #expect(try camera.once("--log") == [])
    // Its bytes change: the copy is whole now.
    try camera.write(good, to: "a.jpg")
    try camera.write(good, to: "d.jpg")
    #expect(try camera.once("--log") == ["a.jpg logged"])
  }

  /// Ctrl-C while Open Food Facts is asked: the photo waits for the next start.
  @Test func whoEndsDuringALookUpLosesNothing() throws {
    let hole = try #require(BlackHole(.ipv4))
    let camera = try Camera(["HSYNC_OFFLINE": "0", "HSYNC_PRODUCTS": "", "HSYNC_OFF_URL": "http://127.0.0.1:\(hole.port)"])
    let watch = try camera.start("--log")
    defer { watch.signal(SIGKILL) }
    try camera.folder.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "a.jpg")
    #expect(comesTrue { camera.isSomethingWanted })
    watch.signal(SIGINT)
    let outcome = watch.wait()
    #expect(outcome.status == 0 && outcome.out.isEmpty, "\(outcome.err)")
    let later = try camera.watch("--once", "--log", "--products", ProjectFiles.path("samples/products.tsv"))
    #expect(try Camera.words(later.out) == ["a.jpg logged"])
  }

  @Test func aProductThatNobodyKnowsIsToldOnce() throws {
    let server = try LoopbackServer { _ in .text("{\"status\":0}", status: 404) }
    let camera = try Camera(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL])
    #expect(try camera.once() == [])
    try camera.write(Camera.photo("14-unknown.jpg", minutesAgo: 5), to: "a.jpg")
    let outcome = try camera.watch("--once", "--log")
    #expect(outcome.status == 1)
    #expect(try Camera.words(outcome.out) == ["a.jpg unknown_product"])
    #expect(try camera.once("--log") == [])
    #expect(server.requests.count == 1)
  }

  @Test func oldPhotosAreShownAndLoggedOnlyIfAskedFor() throws {
    #expect(try camera.once("--log") == [])
    try camera.write(ProjectFiles.bytes(ProjectFiles.path("samples/photos/04-tuna.jpg")), to: "a.jpg")
    #expect(try camera.once("--log") == ["a.jpg old"])
    #expect(try camera.once("--log") == [])
    #expect(try camera.meals() == [])
    #expect(try camera.once("--log", "--all") == ["a.jpg logged"])
    #expect(try camera.person.sqlite("SELECT day FROM meal").out == "2026-02-10\n")
    #expect(try camera.once("--log", "--all") == [])
  }

  @Test func withoutLogProductsAreShown() throws {
    #expect(try camera.once() == [])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "a.jpg")
    let outcome = try camera.person.hsync.run("watch", camera.folder.path + "/", "--once")
    #expect(outcome.out == "\(camera.folder.path)/a.jpg: 9520917542086  Tuna in brine · Bluff Bay  109 kcal/100 g\n")
    #expect(outcome.status == 0 && outcome.err.isEmpty)
    #expect(try camera.meals() == [])
  }

  @Test func whatIsReadAndByWhomIsThePersonsChoice() throws {
    #expect(try camera.once() == [])
    let fixtures = ProjectFiles.path("Tests/FoodScanTests/Fixtures/")
    try camera.write(ProjectFiles.bytes(fixtures + "link-qr.png"), to: "a.png")
    #expect(try camera.once() == ["a.png no_barcode"])
    try camera.write(ProjectFiles.bytes(fixtures + "gs1-qr.png"), to: "b.png")
    try camera.write(ProjectFiles.bytes(fixtures + "web-qr.png"), to: "c.png")
    try camera.write(ProjectFiles.bytes(fixtures + "ean13.png"), to: "d.png")
    let watch = try camera.watch("--once", "--symbologies", "ean,qr", "--engine", "zbar")
    let rows = try watch.lines.map { try JSON(parsing: $0) }
    let found = rows.map { row in row["barcodes"].array?.map { "\($0["symbology"].string ?? "") \($0["engine"].string ?? "")" } }
    #expect(found == [["qr zbar"], [], ["ean13 zbar"]], "\(watch.err)")
    #expect(rows[1]["other_codes"].array?.first?["text"].string == "https://example.com/about")
    #expect(try camera.person.hsync.run("watch", camera.folder.path, "--engine", "me").status == 64)
  }

  /// Without `--json` a person hears of a code that names no product, and not that there is no code.
  @Test func aCodeWithoutAProductIsSaidToBeOne() throws {
    #expect(try camera.once() == [])
    let path = try camera.write(ProjectFiles.bytes(ProjectFiles.path("Tests/FoodScanTests/Fixtures/web-qr.png")), to: "a.png")
    let outcome = try camera.person.hsync.run("watch", camera.folder.path, "--once", "--symbologies", "all")
    #expect(outcome.status == 0)
    #expect(outcome.err == "\(path): QR code that names no product: https://example.com/about\n")
  }

  /// A name in Latin-1, which only bytes can hold.
  @Test func aNameThatIsNoTextIsCounted() throws {
    let path = try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "a.jpg")
    let name = Array(camera.folder.file("K").utf8) + [0xE4] + Array("se.jpg\0".utf8)
    #expect(rename(path, name.map { CChar(bitPattern: $0) }) == 0)
    let outcome = try camera.watch("--once", "--all")
    #expect(outcome.status == 0 && outcome.out.isEmpty)
    #expect(outcome.err == "1 name in \(camera.folder.path) isn't UTF-8 and is left out\n")
  }

  @Test func aSecondWatcherIsSentAway() throws {
    let watch = try camera.start()
    defer { watch.signal(SIGKILL) }
    let link = camera.person.home.file("link")
    symlink(camera.folder.path, link)
    for arguments in [[link, "--once"], [camera.folder.path], [camera.folder.path, "--forget"]] {
      let second = try camera.person.hsync.run(["watch"] + arguments)
      #expect(second.status == 75 && second.err.contains("is watched already since "), "\(second.err)")
    }
    let other = try TemporaryFolder()
    #expect(try camera.person.hsync.run("watch", other.path, "--once").status == 0)
    watch.signal(SIGTERM)
    #expect(watch.wait().status == 0)
  }

  @Test func theEndOfTheFolderIsAnError() throws {
    let folder = camera.folder.file("cam")
    mkdir(folder, 0o700)
    let watch = try camera.person.hsync.start(["watch", folder])
    #expect(comesTrue { watch.errSoFar.contains("watching") })
    rmdir(folder)
    let outcome = watch.wait()
    #expect(outcome.status == 66)
    #expect(
      outcome.err.hasSuffix(
        "hsync: \(folder) is gone: removed, renamed or unmounted\nhint: when it is there again: hsync watch \(folder)\n"))
  }

  @Test func settingsNameTheFolder() throws {
    let person = camera.person
    #expect(try person.hsync.run("watch").status == 64)
    for (name, value) in [("folder", camera.folder.path), ("log", "true"), ("recursive", "true")] {
      #expect(try person.hsync.run("config", "set", "watch." + name, value).status == 0)
    }
    #expect(try person.hsync.run("watch", "--once").status == 0)
    mkdir(camera.folder.file("sub"), 0o700)
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "sub/a.jpg")
    #expect(try Camera.words(person.hsync.run("watch", "--once", "--json", "--no-recursive").out) == [])
    #expect(try Camera.words(person.hsync.run("watch", "--once", "--json", "--no-log").out) == ["a.jpg shown"])
  }

  @Test func forgettingMakesTheNextStartAFirstOne() throws {
    #expect(try camera.watch("--forget").status == 1)
    #expect(try camera.once("--log") == [])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "a.jpg")
    #expect(try camera.once("--log") == ["a.jpg logged"])
    #expect(try JSON(parsing: camera.watch("--forget").out)["forgotten"].int == 1)
    #expect(try camera.once("--log") == [])
    // Scanned once more, it is the meal that is there.
    #expect(try camera.once("--log", "--all") == ["a.jpg repeated"])
  }

  @Test func undoTakesTheMealBackAndThePhotoStaysKnown() throws {
    #expect(try camera.once("--log") == [])
    try camera.write(Camera.photo("04-tuna.jpg", minutesAgo: 5), to: "a.jpg")
    #expect(try camera.once("--log") == ["a.jpg logged"])
    #expect(try camera.person.hsync.run("undo").status == 0)
    #expect(try camera.once("--log") == [])
    #expect(try camera.meals() == [])
  }

  @Test(
    arguments: [
      (["/nowhere"], 66), ([""], 64), (["--forget", "--once", "."], 64), (["--forget", "--all", "."], 64), (["Package.swift"], 66),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let filled = arguments.map { $0 == "Package.swift" ? ProjectFiles.path($0) : $0 }
    let outcome = try Household().hsync.run(["watch"] + filled)
    #expect(outcome.status == status, "\(outcome.err)")
  }
}
