import HealthModel
import HealthStore

/// The meals of a library: logged, changed, deleted. Each call is one change, which `Library.undo` takes back.
package struct Diary: Sendable {
  let meals: MealLog

  /// The meals of a library.
  package init(_ library: Library) { meals = MealLog(library) }
}

// MARK: - Changing

extension Diary {
  /// Logs a new entry.
  ///
  /// - Throws: `FoodError.energy`, or `StoreError` if another value is out of range.
  package func log(_ meal: Meal, at now: Moment) throws { try meals.log([meal.checked()], at: now) }

  /// Returns the entry of an id or a unique part of one.
  ///
  /// - Throws: When there is no such entry, or several.
  package func meal(named idOrPart: String) throws(StoreError) -> Meal { try meals.meal(matching: idOrPart) }

  /// Changes the entry of an id or a unique part of one.
  ///
  /// - Returns: The updated entry.
  /// - Throws: `FoodError` when the new amount or energy is invalid, `StoreError` when there is no such entry.
  package func edit(_ idOrPart: String, _ edit: MealEdit, at now: Moment) throws -> Meal {
    let meal = try edit.applied(to: meals.meal(matching: idOrPart))
    try meals.update(meal, at: now)
    return meal
  }

  /// Deletes entries, all or none, as one change.
  ///
  /// - Throws: kind `.no` if one of them isn't there any more.
  package func delete(_ meals: [Meal], at now: Moment) throws(StoreError) { try self.meals.delete(meals, at: now) }
}

// MARK: - Reading

extension Diary {
  /// The entries of ids or unique parts of ids, each once, and the errors of those that name none.
  package func meals(matching idsOrParts: [String]) -> (found: [Meal], failures: [StoreError]) {
    var found: [Meal] = []
    var failures: [StoreError] = []
    for id in idsOrParts {
      do throws(StoreError) {
        let meal = try meals.meal(matching: id)
        if !found.contains(where: { $0.id == meal.id }) { found.append(meal) }
      } catch {
        failures.append(error)
      }
    }
    return (found, failures)
  }

  /// The days from `first` through `last` that have meals; a single day even without.
  package func menus(from first: Day, through last: Day) throws(StoreError) -> [DayMenu] {
    let days = Dictionary(grouping: try meals.meals(from: first, through: last), by: \.eatenAt.day)
    return (first == last ? [first] : days.keys.sorted()).map { DayMenu(day: $0, meals: days[$0] ?? []) }
  }

  /// The latest day with an entry; `nil` = there is none.
  ///
  /// - Parameter end: Only days before it count; `nil` = all.
  package func newestDay(before end: Day? = nil) throws(StoreError) -> Day? { try meals.newestDay(before: end) }

  /// The entry of a whole id; `nil` = there is none.
  package func meal(id: String) throws(StoreError) -> Meal? { try meals.meal(id: id) }

  /// Returns the last entries of the last 200 foods, newest first.
  package func recentFoods() throws(StoreError) -> [Meal] { try meals.recentFoods(limit: 200) }

  /// The recent food that a text names.
  package func recentFood(named text: String) throws(StoreError) -> FoodChoice {
    FoodMatcher(text).choice(among: try recentFoods().map { FoodHit($0) })
  }
}
