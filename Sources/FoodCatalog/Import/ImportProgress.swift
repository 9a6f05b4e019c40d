/// The progress of an import.
package enum ImportProgress: Sendable, Equatable {
  /// Lines are read: `bytes` of the file, `of` its size, `nil` for a pipe.
  case reading(rows: Int64, bytes: Int64, of: Int64?)
  /// The foods are sorted by popularity.
  case sorting
  /// The search index is made: `foods` are in it, `of` all.
  case indexing(foods: Int64, of: Int64)
}
