import HealthModel

extension CoastProfile {
  /// The profile with trimmed names.
  ///
  /// - Parameter isSetUp: Whether at least one activity is needed.
  /// - Throws: The first fault.
  package func validated(isSetUp: Bool = false) throws(ProfileFault) -> CoastProfile {
    var profile = self
    profile.displayName = try CoastProfile.name(displayName, CoastProfile.nameLengths, .displayName, "the display name")
    if var dog {
      dog.name = try CoastProfile.name(dog.name, Dog.nameLengths, .dogName, "the dog's name")
      profile.restore(preset, thresholds, dog)
    } else if noticeModes.contains(where: \.hasDog) {
      throw ProfileFault(.noDog, "notices with a dog need a dog", hint: "add the dog first")
    }
    if isSetUp, activities.isEmpty { throw ProfileFault(.noActivity, "choose at least one activity", hint: "swim, run or both") }
    try thresholds.check()
    let minutes = 0...1439
    guard minutes.contains(quietHours.startMinute), minutes.contains(quietHours.endMinute),
      quietHours.startMinute != quietHours.endMinute
    else {
      throw ProfileFault(.quietHours, "quiet hours need two different times of the day", hint: "for example 22:00 and 07:00")
    }
    return profile
  }

  private static func name(_ text: String, _ lengths: ClosedRange<Int>, _ code: ProfileFault.Code, _ noun: String) throws(ProfileFault)
    -> String
  {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    let trimmed = String(rest)
    guard lengths.contains(trimmed.count) else {
      throw ProfileFault(code, "\(noun) must have \(lengths.lowerBound) to \(lengths.upperBound) characters")
    }
    // A character may consist of any number of scalars.
    guard trimmed.utf8.count <= lengths.upperBound * 16, !trimmed.unicodeScalars.contains(where: \.steersTerminal) else {
      throw ProfileFault(code, "\(noun) holds characters that can't be shown")
    }
    return trimmed
  }
}

extension Thresholds {
  /// Checks the bounds of all values, and that each warning is below its worse threshold.
  func check() throws(ProfileFault) {
    for entry in Thresholds.entries {
      let value = self[keyPath: entry.path]
      guard entry.range.contains(value) else {
        let (lowest, highest) = (JSON(entry.range.lowerBound).text, JSON(entry.range.upperBound).text)
        throw ProfileFault(.threshold(name: entry.name), "\(entry.name) must be \(lowest) to \(highest)")
      }
    }
    for pair in stride(from: 0, to: Thresholds.entries.count, by: 2) {
      let (lower, upper) = (Thresholds.entries[pair], Thresholds.entries[pair + 1])
      guard self[keyPath: lower.path] < self[keyPath: upper.path] else {
        throw ProfileFault(.threshold(name: lower.name), "\(lower.name) must be below \(upper.name)")
      }
    }
  }
}
