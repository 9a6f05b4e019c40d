/// The penalty of a masked symbol, which is higher the harder it is to read; the mask with the lowest is used (ISO/IEC 18004, 7.8.3).
enum QRPenalty {
  /// The sum of the four rules.
  static func of(_ grid: QRGrid) -> Int {
    let side = grid.size.side
    var sum = 0
    for place in 0..<side {
      sum += line((0..<side).map { grid[place, $0] }) + line((0..<side).map { grid[$0, place] })
    }
    for row in 0..<side - 1 {
      for column in 0..<side - 1 {
        let first = grid[row, column]
        if grid[row, column + 1] == first, grid[row + 1, column] == first, grid[row + 1, column + 1] == first { sum += 3 }
      }
    }
    let dark = grid.isDark.count(where: \.self)
    // Steps of 5 % away from one half.
    return sum + abs(20 * dark - 10 * side * side) / (side * side) * 10
  }

  /// Runs of five and more of one colour, and patterns that look like a finder with four light modules beside it; modules outside the symbol are light.
  static func line(_ modules: [Bool]) -> Int {
    var sum = 0
    var run = 0
    for place in modules.indices {
      run = place > 0 && modules[place] == modules[place - 1] ? run + 1 : 1
      if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    guard modules.count >= finder.count else { return sum }
    for start in 0...modules.count - finder.count where Array(modules[start..<start + finder.count]) == finder {
      let before = modules[max(0, start - 4)..<start]
      let after = modules[start + finder.count..<min(modules.count, start + finder.count + 4)]
      if !before.contains(true) || !after.contains(true) { sum += 40 }
    }
    return sum
  }
}
