/// A summary of a library, shown before it replaces another one.
package struct LibraryContents: Sendable, Equatable {
  /// So many records of one kind.
  package struct Count: Sendable, Equatable {
    package let kind: String
    package let count: Int
  }

  /// The version of its schema, 1 or more.
  package let schema: Int
  /// Records by kind, in the order of `SyncedTable.all`; kinds of which there are none are left out.
  package let records: [Count]
}
