import Foundation
import HealthModel
import TestSupport
import Testing

@Suite struct ScanCommandTests {
  private let samples = ProjectFiles.root + "/samples"

  /// File and codes, as the samples' script wrote them down.
  private func expected() throws -> [(photo: String, codes: [String])] {
    String(decoding: try ProjectFiles.bytes(samples + "/expected.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().map { line in
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (samples + "/" + cells[0], cells[1].split(separator: ",").map(String.init))
      }
  }

  @Test func theSamplesAreReadInTheOrderOfTheArguments() throws {
    let expected = try expected()
    let outcome = try Household().hsync.run(["scan", "--no-lookup", "--json", "--jobs", "3"] + expected.map(\.photo))
    let rows = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(rows.map { $0["photo"].string } == expected.map(\.photo))
    for (row, (photo, codes)) in zip(rows, expected) {
      let read = row["barcodes"].array?.compactMap { $0["gtin"].string } ?? []
      #expect(Set(read) == Set(codes), "\(photo)")
    }
  }

  @Test func logsEachProductOnceAndExitsWithTheHighestCode() throws {
    let person = try Household(["HSYNC_PRODUCTS": samples + "/products.tsv"])
    let photo = try #require(try expected().first { $0.codes.count == 1 }).photo
    let outcome = try person.hsync.run(["scan", photo, person.home.file("nothing.jpg"), photo, "--log", "--meal", "lunch", "--grams", "30"])
    #expect(outcome.status == 66)
    #expect(outcome.err.contains("logged from an earlier photo of this run"))
    let day = try JSON(parsing: person.hsync.run("meals", "--json").out)
    #expect(day["meals"].array?.count == 1)
    #expect(day["meals"].array?.first?["amount"]["grams"].double == 30)
    #expect(day["meals"].array?.first?["slot"].string == "lunch")
  }

  @Test func readsStandardInput() throws {
    let sample = try #require(try expected().first { $0.codes.count == 1 })
    let outcome = try Household().hsync.run(["scan", "-", "--no-lookup", "--json"], input: ProjectFiles.bytes(sample.photo))
    let row = try JSON(parsing: outcome.out)
    #expect(row["photo"].string == "-")
    #expect(row["barcodes"].array?.first?["gtin"].string == sample.codes[0])
  }

  @Test func oneLookupPerCodeAndRun() throws {
    let sample = try #require(try expected().first { $0.codes.count == 1 })
    let server = try LoopbackServer { request in
      .text(
        "{\"code\":\"\(sample.codes[0])\",\"status\":1,\"product\":{\"code\":\"\(sample.codes[0])\",\"product_name\":\"Oats\",\"rev\":7,\"nutriments\":{\"energy-kcal_100g\":370}}}"
      )
    }
    let person = try Household(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL, "HSYNC_CONTACT": "me@example.org"])
    let outcome = try person.hsync.run("scan", sample.photo, sample.photo, "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.header("User-Agent") == "hsync/0.1.0 (me@example.org)")
    for line in outcome.lines {
      #expect(try JSON(parsing: line)["product"]["revision"].string == "7")
    }
    // A later run, even offline, knows it.
    let later = try Household(["HSYNC_DB": person.library]).hsync.run("scan", sample.photo)
    #expect(later.out.contains("Oats"))
    #expect(later.err.contains("© Open Food Facts contributors, ODbL"))
  }

  @Test func settingsAreReadFromTheFile() throws {
    let server = try LoopbackServer { _ in .text("{\"status\":0}", status: 404) }
    let person = try Household(["HSYNC_OFFLINE": "0"])
    let settings = """
      # mine
      [products]
      off_url = "\(server.baseURL)"   # a mirror
      contact = "me@example.org"
      language = "fr"
      """
    try person.home.write(Array(settings.utf8), to: "settings.toml")
    let hsync = Program("hsync", home: person.home, environment: ["HSYNC_CONFIG": person.home.file("settings.toml")])
    #expect(try hsync.run("log", "9521234543213").status == 1)
    let request = try #require(server.requests.first)
    #expect(request.header("User-Agent") == "hsync/0.1.0 (me@example.org)")
    #expect(request.target.contains("product_name_fr"))
  }

  @Test func asksOnceOnATerminal() throws {
    let person = try Household(["HSYNC_PRODUCTS": samples + "/products.tsv", "TERM": "xterm"])
    let photo = try #require(try expected().first { $0.codes.count == 1 }).photo
    let no = try person.hsync.runOnTerminal(["scan", photo], typing: "n\n")
    #expect(no.out.contains("[y/N"))
    #expect(try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array == [])
    let piped = try person.hsync.runOnTerminal(["scan", photo], typing: "y\n", into: "cat")
    #expect(!piped.out.contains("[y/N"))
    #expect(try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array == [])
    let grams = try person.hsync.runOnTerminal(["scan", photo], typing: "what\n30g\n")
    #expect(grams.out.contains("logged "))
    #expect(try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array?.first?["amount"]["grams"].double == 30)
  }

  @Test func manyPhotosEndWithOneSummaryAndEachHintOnce() throws {
    let blank = samples + "/photos/15-no-barcode.jpg"
    let photo = try #require(try expected().first { $0.codes.count == 1 }).photo
    let outcome = try Household().hsync.run("scan", "--no-lookup", blank, photo, blank, blank, "nothing.jpg")
    let lines = outcome.err.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("hsync: no barcode in ") } == 3)
    #expect(lines.count { $0.hasPrefix("hint: try a sharper photo") } == 1 && lines.count { $0.hasPrefix("hint: ") } == 2, "\(outcome.err)")
    #expect(lines.contains("5 photos: 1 with a barcode, 3 without, 1 unreadable"), "\(outcome.err)")
  }

  @Test func allAndQuitAnswerForWhatFollows() throws {
    let photos = try expected().filter { $0.codes.count == 1 }.prefix(3).map(\.photo)
    func meals(after typed: String) throws -> Int? {
      let person = try Household(["HSYNC_PRODUCTS": samples + "/products.tsv", "TERM": "xterm"])
      let shown = try person.hsync.runOnTerminal(["scan"] + photos, typing: typed).out
      #expect(shown.matches(of: /\[y\/N/).count == typed.split(separator: "\n").count, "\(shown)")
      return try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array?.count
    }
    #expect(try meals(after: "a\n") == 3)
    #expect(try meals(after: "y\nq\n") == 1)
  }

  @Test(arguments: [["scan"], ["scan", "a.jpg", "--jobs", "0"], ["scan", "a.jpg", "--log", "--no-lookup"], ["scan", "-", "-"]])
  func refusesWhatMakesNoSense(arguments: [String]) throws { #expect(try Household().hsync.run(arguments).status == 64) }
}
