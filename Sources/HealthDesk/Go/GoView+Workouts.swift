import ActivityWindow
import HealthModel
import WeekPlan

/// The best windows for planned swims and runs outdoors.
extension GoView {
  /// A planned workout and the best window on its day that isn't over.
  package struct Advice: Sendable, Hashable {
    /// The workout.
    package let item: PlanItem
    /// The window.
    package let window: GoodWindow
  }

  /// The advice for those of some planned items that are swims or runs, aren't done, and have a window on their day.
  package func advice(for items: [PlanItem]) -> [Advice] {
    guard forecast != nil, age?.cancelsNotices != true else { return [] }
    return items.compactMap { item in
      guard item.kind == .workout, !item.isCompleted, let mode = mode(of: item.title),
        let window = plan.rankedWindows(on: item.day, in: mode).first(where: { $0.endMs > nowMs })
      else { return nil }
      return Advice(item: item, window: window)
    }
  }

  /// The mode of a workout by its title; with the dog if that is named. `nil` for anything but a swim in the sea or a run, and for one indoors.
  private func mode(of title: String) -> ActivityMode? {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard GoView.indoors.isDisjoint(with: words) else { return nil }
    let names = ActivityNames(title: title)
    let activity: Activity? = names.fit("swimming") ? .swim : names.fit("running") ? .run : nil
    guard let activity, activity == .run || sea != .inland else { return nil }
    let dog = setup.profile.dog?.name.lowercased()
    return ActivityMode(activity, withDog: dog.map { words.contains($0) || words.contains("dog") } ?? false)
  }
}
