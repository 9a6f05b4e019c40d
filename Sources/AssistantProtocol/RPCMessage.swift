import HealthModel

/// A message of JSON-RPC 2.0 as it was received.
package enum RPCMessage: Sendable, Equatable {
  /// It wants an answer under its id, a text or a whole number.
  case request(id: JSON, method: String, params: JSON)
  /// It wants none.
  case notification(method: String, params: JSON)
  /// The answer to a request of ours; this server makes none.
  case response

  /// The most levels of arrays and objects in each other.
  package static let mostLevels = 64
  /// The most values in a message, nested ones included.
  package static let mostValues = 50_000
  /// The most bytes of an id that is a text, and of a method.
  package static let mostNameBytes = 200
  /// The largest whole number that every client's JSON reader keeps.
  private static let largestID: Int64 = 1 << 53 - 1

  /// A message that can't be read, and the id that the error belongs to; `null` when it isn't known.
  package struct Fault: Error, Sendable, Equatable {
    package let id: JSON
    package let error: RPCError
  }

  /// Reads a message.
  package init(_ line: [UInt8]) throws(Fault) {
    let json = try RPCMessage.json(line)
    guard json.members != nil else {
      throw Fault(id: .null, error: RPCError(.invalidRequest, "a message must be one JSON object; batches aren't supported"))
    }
    let id = json["id"]
    let isNamed = RPCMessage.isID(id)
    func fault(_ code: RPCError.Code, _ message: String) -> Fault { Fault(id: isNamed ? id : .null, error: RPCError(code, message)) }
    guard json["jsonrpc"].string == "2.0" else { throw fault(.invalidRequest, "jsonrpc must be \"2.0\"") }
    let hasID = json.members?.contains { $0.key == "id" } ?? false
    guard isNamed || !hasID else { throw fault(.invalidRequest, "an id must be a text of at most 200 bytes or a whole number") }
    guard let method = json["method"].string else {
      guard hasID, json["method"].isNull, !json["result"].isNull || !json["error"].isNull else {
        throw fault(.invalidRequest, "method must be a text")
      }
      self = .response
      return
    }
    guard method.utf8.count <= RPCMessage.mostNameBytes else { throw fault(.methodNotFound, "no such method") }
    let params = json["params"]
    guard params.isNull || params.members != nil else { throw fault(.invalidParams, "params must be an object") }
    self = hasID ? .request(id: id, method: method, params: params) : .notification(method: method, params: params)
  }

  private static func json(_ line: [UInt8]) throws(Fault) -> JSON {
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<(JSON, Int), JSONError> {
      Result { () throws(JSONError) -> (JSON, Int) in
        var cursor = JSONCursor(bytes)
        let json = try JSON(next: &cursor, by: JSON.ReadingRules(maxValues: mostValues, refusesRepeatedKeys: true))
        try cursor.end()
        return (json, cursor.deepest)
      }
    }
    do {
      let (json, levels) = try line.withUnsafeBufferPointer(read).get()
      guard levels <= mostLevels else {
        throw Fault(id: .null, error: RPCError(.invalidRequest, "the message has more than \(mostLevels) levels"))
      }
      return json
    } catch let error as JSONError {
      throw Fault(id: .null, error: RPCError(.parse, "the line isn't JSON: \(error)"))
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(id: .null, error: RPCError(.internalError, "\(type(of: error))"))
    }
  }

  private static func isID(_ id: JSON) -> Bool {
    switch id {
    case .string(let text): text.utf8.count <= mostNameBytes
    case .number: id.int.map { (-largestID...largestID).contains($0) } ?? false
    default: false
    }
  }
}
