import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// The resources that an assistant can read by their addresses.
enum AssistantResources {
  static let all: [AssistantResource] = [
    AssistantResource(
      "hsync://schema", name: "schema", title: "Views for SQL",
      description: "The views that the tool sql may read, with units and the meaning of their columns.", type: "text/markdown"),
    AssistantResource(
      "hsync://today", name: "today", title: "Today", description: "The day at a glance, as of the tool day.", type: "application/json"),
  ]

  /// The text of a resource.
  static func text(of uri: String, in session: AssistantSession) throws -> String {
    if uri == "hsync://schema" { return schema }
    return try DayTool.glance(of: LocalClock.now.day, in: session).json.text
  }

  /// The documented views.
  private static let schema: String = {
    var lines = ["# Views", "", "NULL means unknown and is never the same as 0, unless a column says otherwise."]
    for view in LibraryView.all {
      lines += ["", "## \(view.name)", "", view.meaning, ""]
      lines += view.columns.map { "- `\($0.name)`: \($0.meaning)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }()
}
