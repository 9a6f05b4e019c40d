import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel

/// `hsync diet learn`.
struct DietLearnCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "List what hsync diet why explains, and what you have read.")

  @Flag(help: "Print one JSON object per topic, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    let seen = try session.desk.seenTopics()
    let goal = try session.desk.history().version(on: session.now.day)?.profile.goal ?? .lose
    if json {
      return DietTopic.allCases.forEach { topic in
        Output.json(
          .object([
            ("topic", .string(topic.rawValue)), ("title", .string(DietWords.title(topic, goal: goal))),
            ("seen", .bool(seen.contains(topic))),
          ]))
      }
    }
    var columns = Columns([.left, .left, .left], elastic: 2)
    for topic in DietTopic.allCases {
      columns.add([DayMenu.mark(isDone: seen.contains(topic)), topic.rawValue, DietWords.title(topic, goal: goal)])
    }
    columns.lines(within: Terminal.room).forEach(Output.line)
    Output.line("read one: hsync diet why TOPIC")
  }
}
