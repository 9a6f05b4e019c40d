/// The kinds of records, by name, that a backend treats in a way of its own. Every other kind it takes and keeps as it comes, held to the bounds of
/// `NumberRules`.
public enum RecordKind {
  /// What was eaten: a backend checks each of its values.
  public static let meal = "meal"
  /// Samples of a device, type, source and UTC day: large and wanted by few, so that a page of changes has them only when it is asked for them.
  public static let samples = "samples"
}
