import AssistantProtocol
import HealthModel

/// The messages of an assistant's program, in any pieces: each answer is one line of JSON under the id of its request, and the pieces don't matter.
struct AssistantFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    var whole = LineBuffer(most: 2048)
    let lines = whole.add(Array(input)) + whole.finish()
    var pieces = LineBuffer(most: 2048)
    let again = input.flatMap { pieces.add(CollectionOfOne($0)) } + pieces.finish()
    precondition(lines == again, "the pieces of a message matter")
    var server = AssistantFuzzer.server
    var isUsual = false
    for line in lines {
      let answer: JSON
      switch server.receive(line) {
      case .nothing: continue
      case .answer(let json): answer = json
      case .call(let call): answer = call.answered(ToolAnswer("done", call.arguments))
      case .read(let request): answer = request.answered("text")
      }
      let text = answer.utf8
      precondition(!text.contains(UInt8(ascii: "\n")), "an answer has two lines")
      precondition((try? JSON(parsing: text)) == answer, "an answer isn't JSON")
      precondition(answer["result"].isNull != answer["error"].isNull, "an answer must have a result or an error")
      isUsual = isUsual || !answer["result"].isNull
    }
    return isUsual || !lines.isEmpty
  }

  private static let server = AssistantServer(
    name: "hsync", version: "0", instructions: "",
    tools: [
      AssistantTool(
        "log", title: "", description: "",
        arguments: [
          ToolArgument("name", .text(most: 20), required: true, ""), ToolArgument("kcal", .number(0...9999), ""),
          ToolArgument("rows", .integer(1...10), ""), ToolArgument("meal", .choice(["lunch"]), ""), ToolArgument("dry_run", .flag, ""),
          ToolArgument("edits", .objects(most: 3), ""),
        ], output: .object([]))
    ], withheld: ["undo": "no"],
    resources: [AssistantResource("hsync://today", name: "today", title: "", description: "", type: "application/json")])
}
