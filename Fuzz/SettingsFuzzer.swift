@testable import Settings

/// Our own reader of `config.toml`, which tells the lines apart of which one is changed.
struct SettingsFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard input.count < 1 << 16 else { return false }
    let bytes = Array(input)
    var scanner = TOMLScanner(bytes)
    guard let statements = scanner.statements() else { return false }
    // Every byte belongs to one statement, and what it holds lies in it.
    var end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for statement in statements {
      precondition(statement.bytes.lowerBound == end && !statement.bytes.isEmpty)
      end = statement.bytes.upperBound
      if case .pair(let key, let value) = statement.content {
        precondition(!key.isEmpty && !value.isEmpty && value.lowerBound > statement.bytes.lowerBound && value.upperBound <= end)
      }
    }
    precondition(end == bytes.count || statements.isEmpty)
    return true
  }
}
