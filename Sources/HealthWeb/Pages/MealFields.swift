import HealthDesk
import HealthModel

/// The fields of a meal's form, with the typed values and their errors.
struct MealFields: Sendable {
  /// A name that makes field ids distinct among several forms on a page.
  let form: String
  var typed = TypedMeal([:])
  /// The error in the form; `nil` = none.
  var fault: EntryError?

  /// A field of one line.
  ///
  /// - Parameter extra: Further attributes.
  func line(_ field: TypedMeal.Field, _ label: String, _ extra: HTML = "") -> HTML {
    """
    <label class="field"><span>\(label)</span><input name="\(field.rawValue)" value="\(typed[field])" autocomplete="off"\(extra)\(marks(field))>\
    </label>\(wrong(field))
    """
  }

  /// A field for a number.
  func number(_ field: TypedMeal.Field, _ label: String) -> HTML { line(field, label, " inputmode=\"decimal\" maxlength=\"20\"") }

  /// The field for the food's name.
  var title: HTML { line(.title, "What you ate", " required maxlength=\"\(TypedMeal.longestName)\"") }

  /// The figures for the whole amount.
  var nutrition: HTML {
    let all = [
      number(.kcal, "Energy, kcal"), number(.protein, "Protein, g"), number(.carbs, "Carbs, g"), number(.fat, "Fat, g"),
    ]
    return "<div class=\"grid\">\(all.map { "<div>\($0)</div>" })</div>"
  }

  /// The fields for the amount and its unit.
  var amount: HTML {
    let units: [(TypedMeal.Unit, String)] = [(.servings, "servings"), (.grams, "g or ml")]
    let options = units.map { unit, name -> HTML in
      "<option value=\"\(unit.rawValue)\"\(flag("selected", if: typed[.unit] == unit.rawValue))>\(name)</option>"
    }
    return """
      <div class="grid"><div>\(number(.amount, "Amount"))</div><div><label class="field"><span>Unit</span>\
      <select name="unit">\(options)</select></label></div></div>
      """
  }

  /// The meal of the day.
  var slots: HTML {
    let chips = MealSlot.allCases.map { slot -> HTML in
      """
      <label class="chip"><input type="radio" name="meal" value="\(slot.rawValue)"\(flag("checked", if: typed[.slot] == slot.rawValue))>\
      \(slot.rawValue.asTitle)</label>
      """
    }
    return "<fieldset><legend>Meal (default: from the time)</legend><div class=\"row\">\(chips)</div></fieldset>\(wrong(.slot))"
  }

  /// Returns the field for the time of the meal. A doubtful time has a box that confirms it.
  func when(_ label: String) -> HTML {
    let box: HTML? =
      fault?.field == .when && fault?.isDoubt == true
      ? """
      <label class="check"><input type="checkbox" name="\(TypedMeal.Field.sure.rawValue)" value="\(typed[.when])"> <span>This day is right</span></label>
      """ : nil
    return "\(line(.when, label, " type=\"datetime-local\""))\(box)"
  }

  /// The field for the user's note.
  var note: HTML {
    """
    <label class="field"><span>Note</span><textarea name="note" rows="3" maxlength="\(TypedMeal.longestNote)"\(marks(.note))>\(typed[.note])\
    </textarea></label>\(wrong(.note))
    """
  }

  /// Returns the error message below a field; `nil` = the field is valid.
  func wrong(_ field: TypedMeal.Field) -> HTML? {
    fault?.field == field ? "<p class=\"wrong\" id=\"\(form)-wrong\" role=\"alert\">\(fault?.message ?? "")</p>" : nil
  }

  /// Returns the attributes of an invalid field.
  func marks(_ field: TypedMeal.Field) -> HTML { fault?.field == field ? " aria-invalid=\"true\" aria-describedby=\"\(form)-wrong\"" : "" }

  private func flag(_ name: HTML, if isSet: Bool) -> HTML { isSet ? " \(name)" : "" }
}

extension TypedMeal {
  /// The fields of a request.
  init(_ form: Form) { self.init(Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0, form[$0.rawValue] ?? "") })) }
}
