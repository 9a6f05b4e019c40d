/// Apple's own figures of a day (ActivitySummary): what the rings showed.
public struct ActivityRing: Sendable, Hashable {
  /// The phone's local day then.
  public var day: Day
  public var activeKcal: Double?
  public var activeGoalKcal: Double?
  public var moveMin: Double?
  public var moveGoalMin: Double?
  public var exerciseMin: Double?
  public var exerciseGoalMin: Double?
  public var standHours: Double?
  public var standGoalHours: Double?

  public init(day: Day) { self.day = day }
}
