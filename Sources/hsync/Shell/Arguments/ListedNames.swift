import HealthModel

/// Names of records on the command line; `-` means those read from standard input, one a line.
struct ListedNames {
  /// The names, each once, in their order.
  let names: [String]

  /// - Parameter name: Returns the record's name in a line of JSON, as printed by the list's `--json`, so that `…
  ///   --json | grep … | … -` works.
  init(_ arguments: [String], name: (JSON) -> String?) throws {
    var names: [String] = []
    for argument in arguments {
      if argument == "-" {
        while let line = readLine() {
          let text = line.trimmed
          if text.hasPrefix("{") {
            guard let named = (try? JSON(parsing: text.utf8)).flatMap(name) else {
              throw CommandError(
                .badData, "a line of standard input names no record", hint: "give one name per line, or the output of --json")
            }
            names.append(named)
          } else if !text.isEmpty {
            names.append(text)
          }
        }
      } else {
        names.append(argument)
      }
    }
    var seen: Set<String> = []
    self.names = names.filter { seen.insert($0).inserted }
  }
}
