import DietPlan
import HealthModel
import Notices

/// Notices in words. The guilt style is disappointed for the user, never in the user.
extension DietWords {
  /// The title and the sentence of a notice.
  func text(of notice: DietNotice) -> NoticeText {
    let isGuilt = notice.voice == .gentleGuilt
    switch notice.content {
    case .prepare(let slot, let minute):
      return NoticeText(title: "Prepare your \(slot.rawValue) 🍽️", body: "You eat at \(DietWords.clock(minute)).")
    case .thanks(_, let variant):
      return NoticeText(title: DietWords.thanks[variant % DietWords.thanks.count], body: "It counts for your streak.")
    case .reminder:
      return NoticeText(
        title: "Did you log your meal? 🦁", body: isGuilt ? "I'd have loved to see it with you." : "It takes less than half a minute.")
    case .weighIn:
      return NoticeText(
        title: "⚖️ Log today's weight to track progress",
        body: isGuilt ? "Your average misses a day without it." : "One number, and your average is up to date.")
    case .checkIn: return NoticeText(title: "Still with me?", body: "Your gentle start is working as designed.")
    case .caloriesRise(_, let kcal):
      return NoticeText(
        title: "Your calories are increasing to \(Quantity.grouped(kcal)) today!", body: "Two weeks at maintenance: why, in a few lines.")
    case .caloriesFall(_, let kcal):
      return NoticeText(title: "Your calories are decreasing to \(Quantity.grouped(kcal)) today", body: "The diet phase begins.")
    case .cycleCompleted(let cycle): return NoticeText(title: "Cycle \(cycle) is complete 🦁", body: "28 days of your plan. Roar!")
    case .review(let planDay): return NoticeText(title: "Your review of \(planDay) days is ready", body: "See what changed.")
    case .absence(let days, let streak): return absence(days, streak, isGuilt: isGuilt)
    }
  }

  private static let thanks = ["Meal logged, thank you! 🦁", "Nicely logged!", "Logged: you're on it!", "Thanks for logging!"]

  private func absence(_ days: Int, _ streak: Int, isGuilt: Bool) -> NoticeText {
    let title = days == 1 ? "There is still time to log today" : "\(days) days without a log"
    let body: String
    switch days {
    case 1:
      body = streak > 0 ? "A meal or a weight continues your \(Quantity.grouped(streak)) day streak." : "A meal or a weight is enough."
    case 3:
      body =
        isGuilt ? "I'm sad for your plan: one small log brings it back." : "Start again with one small log; the plan is where you left it."
    default:
      body =
        isGuilt ? "I'm sorry that it didn't fit in lately. I'll be quiet until you log." : "I'll be quiet now; your plan waits for you."
    }
    return NoticeText(title: title, body: body)
  }
}
