/// The only thing that a token gives access to.
package enum AppScope: String, Sendable, CaseIterable {
  /// Sending health data, photos and steps of laundry pets.
  case send
  /// Reading the plan as a calendar, by a link that contains the token.
  case calendar
  /// Reading today's figures.
  case figures
}
