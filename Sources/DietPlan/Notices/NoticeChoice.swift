/// The style of reminders; the words are the caller's.
package enum NoticeVoice: String, Sendable, CaseIterable {
  /// Encouraging only.
  case supportive
  /// Disappointed for the user, never in the user.
  case gentleGuilt = "gentle-guilt"
}

/// The user's choices about notices of the plan.
package struct NoticeChoice: Sendable, Hashable {
  /// Whether there are any.
  package var isOn: Bool
  /// The style of all notices.
  package var voice: NoticeVoice
  /// The time of the reminder to weigh oneself, minutes since local midnight. `nil` = none, the default.
  package var weighInMinute: Int?
  /// The time at which milestones are announced, minutes since local midnight: 09:00 unless chosen.
  package var milestoneMinute: Int
  /// The time of the message on a day without a log, minutes since local midnight: 20:00 unless chosen, while there is time to log.
  package var absenceMinute: Int

  /// Choices; without any, those of a first set-up.
  package init(
    isOn: Bool = true, voice: NoticeVoice = .supportive, weighInMinute: Int? = nil, milestoneMinute: Int = 540, absenceMinute: Int = 1200
  ) {
    self.isOn = isOn
    self.voice = voice
    self.weighInMinute = weighInMinute
    self.milestoneMinute = milestoneMinute
    self.absenceMinute = absenceMinute
  }
}
