import HealthModel

/// Something that a client can read by its address.
package struct AssistantResource: Sendable, Equatable {
  /// Its address: `hsync://today`.
  package let uri: String
  package let name: String
  package let title: String
  package let description: String
  /// Its media type.
  package let type: String

  /// A resource with everything given.
  package init(_ uri: String, name: String, title: String, description: String, type: String) {
    self.uri = uri
    self.name = name
    self.title = title
    self.description = description
    self.type = type
  }

  /// As in the answer to `resources/list`.
  var json: JSON {
    .object([
      ("uri", .string(uri)), ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
      ("mimeType", .string(type)),
    ])
  }
}
