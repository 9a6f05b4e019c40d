import HealthStore

extension AppScope {
  /// The purpose of its tokens, in a list.
  var words: String {
    switch self {
    case .send: "sends data"
    case .calendar: "reads the plan as a calendar"
    case .figures: "reads today’s figures"
    }
  }

  /// The choice in a form.
  var title: String {
    switch self {
    case .send: "an app that sends data"
    case .calendar: "a calendar that shows the plan"
    case .figures: "a home that shows today’s figures"
    }
  }
}
