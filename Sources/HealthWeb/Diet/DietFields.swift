/// Fields of the diet plan's forms.
enum DietFields {
  /// A choice of one of several values.
  ///
  /// - Parameters:
  ///   - legend: The question; `isLegendShown`: whether it is shown, or read by screen readers alone.
  ///   - choices: Values, their names, and what they mean; an empty meaning isn't shown.
  ///   - marks: Attributes of each choice, as for a wrong answer.
  static func radios(
    _ name: String, legend: String, isLegendShown: Bool = true, _ choices: [(value: String, title: String, meaning: String)],
    chosen: String?, marks: HTML = ""
  ) -> HTML {
    let all = choices.map { value, title, meaning -> HTML in
      let mark: HTML = value == chosen ? " checked" : ""
      let about: HTML? = meaning.isEmpty ? nil : " <span class=\"small soft\">\(meaning)</span>"
      return
        "<label class=\"check\"><input type=\"radio\" name=\"\(name)\" value=\"\(value)\"\(mark)\(marks)><span>\(title)\(about)</span></label>"
    }
    let hidden: HTML = isLegendShown ? "" : " class=\"hide\""
    return "<fieldset><legend\(hidden)>\(legend)</legend>\(all)</fieldset>"
  }

  /// A number.
  ///
  /// - Parameters:
  ///   - limits: Attributes with its range and steps.
  ///   - marks: Attributes as for a wrong answer.
  static func number(_ name: String, _ label: String, _ value: String, limits: HTML, marks: HTML = "") -> HTML {
    """
    <label class="field"><span>\(label)</span><input name="\(name)" type="number" inputmode="decimal" value="\(value)"\(limits)\(marks) \
    autocomplete="off"></label>
    """
  }
}
