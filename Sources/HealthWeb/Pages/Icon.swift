/// A drawing of 24 by 24 units, in lines of the text's colour. It stands beside words or in a control with a label of its own.
enum Icon: String, Sendable {
  case today = "M4 11l8-7 8 7v9H4z"
  case plan = "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4"
  case food = "M7 3v8a2 2 0 002 2v8M5 3v5M9 3v5M17 3c-2 2-2 6-2 9h2v9"
  case more = "M5 12h.01M12 12h.01M19 12h.01"
  case remove = "M6 6l12 12M18 6L6 18"

  var html: HTML { "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(rawValue)\"/></svg>" }
}
