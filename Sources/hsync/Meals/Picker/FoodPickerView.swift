import HealthDesk
import HealthModel

/// The screen of the food picker: what was typed, the foods below it or the amount, and a line about the keys. Nothing is told by colour
/// alone.
struct FoodPickerView {
  /// Its lines, at most as many as the screen has rows.
  let lines: [String]
  /// The row of the cursor, from 0.
  let row = 0
  /// The column of the cursor, from 0.
  let column: Int

  /// - Parameters:
  ///   - columns: Of the screen.
  ///   - rows: Of the screen.
  init(_ picker: FoodPicker, columns: Int, rows: Int) {
    // The last column stays empty: a terminal may wrap there.
    let room = max(20, columns) - 1
    let (prompt, content, keys): (String, [String], String)
    let typed: String
    if let choice = picker.portion {
      (prompt, typed) = (FoodPickerView.prompt(choice), choice.text)
      content = FoodPickerView.amount(choice, room: room)
      keys = choice.hasOtherUnit ? "Enter log  Tab unit  Esc back" : "Enter log  Esc back"
    } else {
      (prompt, typed) = ("Food: ", picker.query)
      content = FoodPickerView.foods(picker, room: room, rows: max(1, rows - 3))
      keys = "Enter choose  ↑↓ select  Esc leave"
    }
    let fault = picker.fault.map { Terminal.styled(Columns.cut($0.printable, to: room), .warning) }
    // The end of a long text is what is being typed.
    let shown = FoodPickerView.tail(of: typed.printable, room: room - Columns.width(of: prompt))
    let suffix = picker.portion.map { FoodPickerView.suffix($0) } ?? ""
    column = Columns.width(of: prompt + shown)
    let first = Terminal.styled(prompt, .bold) + shown + Terminal.styled(Columns.cut(suffix, to: max(0, room - column)), .dim)
    lines = [first] + content + [fault ?? Terminal.styled(Columns.cut(keys, to: room), .dim)]
  }

  private static func prompt(_ choice: PortionChoice) -> String { choice.isGrams ? "Grams: " : "Servings: " }

  private static func suffix(_ choice: PortionChoice) -> String { choice.text.isEmpty ? choice.placeholder : "" }

  private static func tail(of text: String, room: Int) -> String {
    guard Columns.width(of: text) > room else { return text }
    var (rest, columns) = ("", 0)
    for character in text.reversed() {
      columns += Columns.width(of: String(character))
      if columns > max(0, room - 1) { break }
      rest.insert(character, at: rest.startIndex)
    }
    return rest
  }

  private static func amount(_ choice: PortionChoice, room: Int) -> [String] {
    let title = [choice.food.name, choice.food.brand].compactMap(\.self).joined(separator: " · ")
    let values: [String] =
      switch choice.meal {
      case .success(let meal):
        [Quantity.amount(meal.amount), Quantity.energy(meal.nutrition.energyKcal), Quantity.macros(meal.nutrition)].filter { !$0.isEmpty }
      case .failure(let fault): [fault.sentence]
      }
    let doubts = choice.food.doubts.map { "? \($0.sentence)" }
    let source = choice.food.attribution.map { [$0.short] } ?? []
    return ([title] + values + doubts + source).map { Columns.cut("  " + $0.printable, to: room) }
  }

  private static func foods(_ picker: FoodPicker, room: Int, rows: Int) -> [String] {
    var lines: [String] = []
    if let correction = picker.correction { lines.append(Columns.cut("also searched for: \(correction)", to: room)) }
    if picker.hits.isEmpty {
      let nothing = picker.query.isEmpty ? "Type a food's name." : "Nothing found for \(picker.query)."
      lines.append(Columns.cut(nothing.printable, to: room))
      if !picker.hasCatalogue { lines.append(Columns.cut("There is no catalogue: hsync foods import FILE", to: room)) }
      return lines
    }
    let most = max(1, rows - lines.count)
    // The selected food is always within the part that is shown.
    let first = max(0, min(picker.selected - most / 2, picker.hits.count - most))
    var table = Columns([.left, .right], elastic: 0, dispensable: [1])
    for index in first..<min(picker.hits.count, first + most) {
      let hit = picker.hits[index]
      let title = [hit.name, hit.brand].compactMap(\.self).joined(separator: " · ").printable
      let mark = index == picker.selected ? ">" : hit.origin == .catalogue ? " " : "*"
      table.add(["\(mark) \(title)", energy(hit)])
    }
    let rows = table.lines(within: room)
    return lines
      + rows.enumerated().map { $0.offset + first == picker.selected ? Terminal.styled($0.element, .bold) : $0.element }
  }

  private static func energy(_ hit: FoodHit) -> String {
    if case .entry(let meal) = hit.food { return Quantity.energy(meal.nutrition.energyKcal) }
    return hit.energyKcal.map { "\(Quantity.energy($0))/100 g" } ?? ""
  }
}
