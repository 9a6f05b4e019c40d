/// A drawing of 24 by 24 units, in lines of the text's colour. It is used beside text or in a control with its own label.
enum Icon: String, Sendable {
  case today = "M4 11l8-7 8 7v9H4z"
  case plan = "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4"
  case scan = "M4 8V5h3M17 5h3v3M20 16v3h-3M7 19H4v-3M8 9v6M11 9v6M13.5 9v6M16 9v6"
  case food = "M7 3v8a2 2 0 002 2v8M5 3v5M9 3v5M17 3c-2 2-2 6-2 9h2v9"
  case more = "M5 12h.01M12 12h.01M19 12h.01"
  case camera = "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 100 7 3.5 3.5 0 000-7"
  case add = "M12 5v14M5 12h14"
  case gear =
    "M12 9a3 3 0 100 6 3 3 0 000-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"
  case remove = "M6 6l12 12M18 6L6 18"
  case previous = "M15 5l-7 7 7 7"
  case next = "M9 5l7 7-7 7"

  var html: HTML { "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(rawValue)\"/></svg>" }
}
