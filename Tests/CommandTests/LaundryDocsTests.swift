import HealthModel
import LaundryPet
import TestSupport
import Testing

/// `docs/laundry.md` and the program say the same.
@Suite struct LaundryDocsTests {
  private let page: String

  init() throws { page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/laundry.md")), as: UTF8.self) }

  /// The commands of all blocks without a language, in their order, with what each printed.
  private var session: [(command: String, output: [String])] {
    var session: [(command: String, output: [String])] = []
    for (place, block) in page.split(separator: "```", omittingEmptySubsequences: false).enumerated()
    where place % 2 == 1 && block.hasPrefix("\n") {
      for line in block.split(separator: "\n") {
        if line.hasPrefix("$ ") {
          session.append((String(line.dropFirst(2)), []))
        } else if !session.isEmpty {
          session[session.count - 1].output.append(String(line))
        }
      }
    }
    return session
  }

  /// Times and ids differ each time.
  private func masked(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/\d+:\d\d/, with: "T").replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "ID") }
  }

  @Test func theCommandsPrintWhatThePageShows() throws {
    let person = try Household()
    let session = session
    #expect(session.count == 13)
    for (command, output) in session {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let outcome = try person.hsync.run(words)
      let printed = outcome.lines + outcome.err.split(separator: "\n").map(String.init)
      #expect(masked(printed) == masked(output), "\(command)")
      #expect(outcome.status == (output[0].hasPrefix("hsync: ") ? 1 : 0), "\(command)")
    }
  }

  @Test func theMoodsAreTheEngines() {
    for mood in PetMood.allCases { #expect(page.contains("| \(mood.status) |"), "\(mood)") }
    for stage in PetStage.allCases { #expect(page.contains("\n| \(stage.words) | "), "\(stage)") }
  }
}
