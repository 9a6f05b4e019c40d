/// One measurement of a body over a span of time: 112 steps from 8:00:03 to 8:01:10, recorded by a watch.
///
/// Small and without references, because an export holds millions. `type`, `source`, `unit` and `device` are indices
/// into the lists of the import that the sample came with (`HealthBatch`), counted from 0 over the whole import.
@frozen
public struct Sample: Sendable, Hashable {
  /// The type: index into the import's types.
  public var type: Int32
  /// The source: index into the import's sources.
  public var source: Int32
  /// The original unit: index into the import's units.
  public var unit: Int32
  /// The measuring device: index into the import's devices; -1 = not known.
  public var device: Int32
  /// The start, in milliseconds since 1970, UTC.
  public var startMs: Int64
  /// Its duration in milliseconds; 0 = an instant. Never negative.
  public var durationMs: Int64
  /// In the unit's `stored` unit; a category's code. Never NaN or infinite.
  public var value: Double
  /// Seconds from its end to when it was written (Apple's creationDate, Health Connect's last_modified_time);
  /// `Sample.unknownLag` = not known.
  public var lagS: Int32
  /// `Sample.isUserEntered` and, in bits 0–1, a heart rate's motion context (HKHeartRateMotionContext: 1 sedentary, 2
  /// active); 0 when neither is given.
  public var flags: Int32

  /// A sample with everything given.
  @inlinable
  public init(
    type: Int32, source: Int32, unit: Int32, device: Int32 = -1, startMs: Int64, durationMs: Int64, value: Double,
    lagS: Int32 = Sample.unknownLag, flags: Int32 = 0
  ) {
    self.type = type
    self.source = source
    self.unit = unit
    self.device = device
    self.startMs = startMs
    self.durationMs = durationMs
    self.value = value
    self.lagS = lagS
    self.flags = flags
  }

  /// The end, in milliseconds since 1970, UTC.
  @inlinable public var endMs: Int64 { startMs + durationMs }

  /// The value of `lagS` when the time of writing isn't known.
  public static let unknownLag: Int32 = .min
  /// Bit 2 of `flags`: a person typed it in (HKWasUserEntered, Health Connect's recording method 3).
  public static let isUserEntered: Int32 = 4
}
