import HealthModel

extension Day {
  /// `Tuesday, 10 February`.
  var words: String {
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    return "\(weekdays[weekday - 1]), \(civil.day) \(months[civil.month - 1])"
  }
}
