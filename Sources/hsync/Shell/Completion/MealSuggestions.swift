import ArgumentParser
import HealthModel
import HealthStore
import Settings

extension CompletionKind {
  /// The ids of the meals of the last seven days, the latest first.
  static var meals: CompletionKind {
    .suggestions { request in
      let today = LocalClock.now.day
      guard let library = request.library, let meals = try? MealLog(library).meals(from: today.adding(-6), through: today) else {
        return []
      }
      return meals.reversed().map { Suggestion($0.shortID, meaning: "\($0.name), \($0.eatenAt.day) \($0.eatenAt.clock)") }
    }
  }
}
