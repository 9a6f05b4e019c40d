import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel

/// `hsync diet why TOPIC`.
struct DietWhyCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain a number of the plan, with today's values and the study behind it.",
    discussion: "hsync diet learn lists the topics.")

  @Argument(help: ArgumentHelp("One of \(DietTopic.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "topic"))
  var topic: DietTopic

  @Option(day: "The day whose numbers are explained (default: today).")
  var day: TypedDay?

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    let why = try session.desk.why(topic, on: day?.day(from: session.now.day, .past) ?? session.now.day)
    if json {
      Output.json(why.json)
    } else {
      why.lines(within: Terminal.room).forEach(Output.line)
    }
    session.desk.keepShown([topic], on: session.now.day, at: session.now)
  }
}

extension DietWhy {
  /// The question, the answer as bullets, and the studies.
  func lines(within room: Int?) -> [String] {
    let bullets = DietWords.chosen.bullets(self).flatMap { bullet in
      FoldedText(bullet, width: room.map { $0 - 2 }).lines.enumerated().map { ($0 == 0 ? "• " : "  ") + $1 }
    }
    let cited = studies.flatMap { FoldedText(DietWords.citation($0), width: room).lines }.map { Terminal.styled($0, .dim) }
    let title = FoldedText(DietWords.title(topic, goal: goal), width: room).lines.map { Terminal.styled($0, .bold) }
    return title + bullets + cited
  }
}
