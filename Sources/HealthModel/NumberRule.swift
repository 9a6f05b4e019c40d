/// The bounds of one number in the records of a kind.
public struct NumberRule: Sendable, Hashable {
  /// The guard of the library's rows.
  public enum Guard: Sendable, Hashable {
    /// A CHECK of the table.
    case check
    /// Triggers, which leave older rows alone: the bounds came after the table.
    case trigger
  }

  /// The keys from the top of the record down to the number, one or two: `["amount", "servings"]`.
  public let keys: [String]
  /// The column of the kind's table that has it.
  public let column: String
  /// The smallest value.
  public let lowest: Double
  /// The largest value.
  public let highest: Double
  /// Whether `lowest` itself isn't allowed.
  public let isAboveLowest: Bool
  /// Whether only whole numbers are allowed.
  public let isWhole: Bool
  /// The guard of the library's rows.
  public let guardedBy: Guard

  /// A rule for the number at `path` (`amount.servings`), stored in the column `column`, or in the one named like the
  /// path's last component.
  init(
    _ path: String, _ range: ClosedRange<Double>, column: String? = nil, above: Bool = false, whole: Bool = false,
    by guardedBy: Guard = .trigger
  ) {
    keys = path.utf8.contains(UInt8(ascii: ".")) ? path.split(separator: ".").map(String.init) : [path]
    self.column = column ?? keys[keys.count - 1]
    lowest = range.lowerBound
    highest = range.upperBound
    isAboveLowest = above
    isWhole = whole
    self.guardedBy = guardedBy
  }

  /// Whether a value is within the bounds.
  public func allows(_ value: Double) -> Bool {
    (isAboveLowest ? value > lowest : value >= lowest) && value <= highest && (!isWhole || value == value.rounded())
  }

  /// The bounds in words: `0-1000000`, `above 0, at most 10000`.
  public var words: String {
    let (lowest, highest) = (JSON(lowest).text, JSON(highest).text)
    return isAboveLowest ? "above \(lowest), at most \(highest)" : "\(lowest)-\(highest)"
  }

  /// The message for a value beyond them: `steps must be 0-1000000`.
  public var sentence: String { "\(column) must be \(words)" }
}
