/// The kinds of records, by name, that a backend treats in a way of its own. Every other kind it takes and keeps as it comes, held to the bounds of
/// `NumberRules`.
public enum RecordKind {
  /// A meal: a backend checks each of its values.
  public static let meal = "meal"
  /// Samples of a device, type, source and UTC day. They are large and rarely needed, so that a page of changes
  /// includes them only on request.
  public static let samples = "samples"
}
