/// Facts about a catalogue.
package struct CatalogueStatus: Sendable, Equatable {
  /// Foods in it.
  package let foods: Int64
  /// The time of the import, in milliseconds since 1970.
  package let importedAtMs: Int64
  /// The last change of any of its foods, in seconds since 1970: the age of the dump. 0 = not known.
  package let newestS: Int64
  /// The size of its file.
  package let bytes: Int64
  /// The filters it was imported with.
  package let filter: FoodFilter
}
