/// The files of one Apple Health export: the XML with all records, and what lies beside it.
package struct AppleExportFiles {
  /// A file beside the XML, opened when its turn comes.
  package struct Member {
    /// Its path inside the export, below the folder that holds the XML, with a leading slash as the XML names it:
    /// `/workout-routes/route_2025-11-01_5.30pm.gpx`.
    package let path: String
    /// Opens it at its beginning. May be called once or never.
    package let open: () throws -> any ByteSource

    /// A file that `open` opens.
    package init(path: String, open: @escaping () throws -> any ByteSource) {
      self.path = path
      self.open = open
    }
  }

  /// The name of the export in messages: the path as given, `-` for standard input.
  package let name: String
  /// The XML, at its beginning. It may have any file name.
  package let xml: any ByteSource
  /// All other files: routes (`.gpx`) and ECGs (`.csv`) are read, the rest is counted as not kept. Empty for a bare XML.
  package let members: [Member]

  /// An export of an XML and the files beside it.
  package init(name: String, xml: any ByteSource, members: [Member] = []) {
    self.name = name
    self.xml = xml
    self.members = members
  }
}
