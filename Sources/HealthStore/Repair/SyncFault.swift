/// Something in a library that no command should have left there, and that commands stumble over: what `hsync doctor --repair` puts right.
package enum SyncFault: Sendable, Equatable {
  /// Versions of records, or the device's own clock, that are further ahead of the wall clock than one day, by so many milliseconds at most; edits
  /// continue from there, and other devices' edits lose against them.
  case clock(aheadMs: Int64, records: Int)
  /// The id of this device can't be one.
  case device
  /// The number of the last push can't be one.
  case pushNumber
  /// The cursor can't be one.
  case cursor
  /// The body in flight can't be sent again as it is.
  case flight
  /// Rows that JSON can't be made of: they can't be synced or exported.
  case unreadable([DamagedRow])
  /// Rows with values of a wrong type, which can't be read, or with ids that aren't text, which can't be sent.
  case misfits([DamagedRow])
  /// Triggers and views that hsync didn't make, or that were changed, by name: they run with every edit.
  case foreign([String])
  /// Triggers and indexes of hsync's that are missing, by name.
  case missing([String])
}
