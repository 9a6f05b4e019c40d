/// A value that set-up asks for.
package enum DietField: String, Sendable, CaseIterable {
  case sex, age, height, feet, inches, weight, activity, goal, window, start
  case bodyFat = "body_fat"
  case mealTimes = "meal_times"
  case lockedWeight = "locked_weight"
  case activeShare = "active_share"
}
