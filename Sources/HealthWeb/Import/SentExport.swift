import HealthModel
import HealthStore
import Hummingbird
import NIOCore

/// An uploaded health export, written to a file as it arrives, because it may have gigabytes.
struct SentExport: Sendable {
  let file: ReceivedFile
  /// The name that the browser sent, without folders, made safe to show.
  let name: String

  /// The size limit: three times that of the largest known exports (5 GB of XML).
  static let limits = MultipartLimits(bodyBytes: 16_000_000_000, fileBytes: 16_000_000_000, parts: 4)
  /// Bytes that are written at a time.
  private static let pieceBytes = 1 << 20

  /// Reads the body of a request.
  ///
  /// - Parameters:
  ///   - library: The library's path.
  ///   - stop: Ends it.
  ///   - check: Called with the fields that stand before the file, before anything is written.
  ///   - progress: Called with the name and the bytes so far.
  /// - Throws: `Refusal` for what is no such form, is too large, or was stopped; what `check` throws; `StoreError` when the file can't be written.
  static func receive(
    _ request: Request, besideLibrary library: String, stop: StopFlag, check: (Form) throws -> Void,
    progress: (_ name: String, _ bytes: Int64) -> Void
  ) async throws -> SentExport {
    let lanes = WorkLanes("hsync.receiving", count: 1)
    var (fields, part): ([String: String], MultipartHead?) = ([:], nil)
    var (text, piece): ([UInt8], [UInt8]) = ([], [])
    var (file, name, bytes): (ReceivedFile?, String?, Int64) = (nil, nil, 0)
    func write() async throws {
      if piece.isEmpty { return }
      let (known, content) = (file, piece)
      file = try await lanes.run {
        let file = try known ?? ReceivedFile(besideLibrary: library)
        try file.append(content)
        return file
      }
      bytes += Int64(piece.count)
      piece.removeAll(keepingCapacity: true)
      progress(name ?? "", bytes)
    }
    do {
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes { throw MultipartFault.bodyTooLarge }
      var reader = try MultipartReader(contentType: request.headers[.contentType], limits: limits)
      for try await buffer in request.body {
        if stop.isRaised { throw Refusal.importCancelled }
        for event in try reader.take(buffer.readableBytesView) {
          switch event {
          case .part(let head):
            (part, text) = (head, [])
            guard let said = head.fileName else { continue }
            guard name == nil else { throw MultipartFault.tooManyParts }
            try check(Form(fields))
            name = SentExport.shown(said)
          case .content(let content):
            if part?.isFile != true {
              text += content
            } else {
              piece += content
              if piece.count >= pieceBytes { try await write() }
            }
          case .end:
            guard let part, !part.isFile else { continue }
            guard let value = String(validating: text, as: UTF8.self), fields.updateValue(value, forKey: part.name) == nil else {
              throw MultipartFault.malformed
            }
          }
        }
      }
      try reader.finish()
      try await write()
    } catch let fault as MultipartFault {
      throw refusal(fault)
    }
    try check(Form(fields))
    guard let file, let name else { throw Refusal.noExport }
    return SentExport(file: file, name: name)
  }

  private static func shown(_ name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    return ForeignText.cleaned(last).map { $0 == "-" ? "the file" : String($0.prefix(200)) } ?? "the file"
  }

  private static func refusal(_ fault: MultipartFault) -> Refusal {
    switch fault {
    case .notMultipart, .malformed, .headTooLarge: .badForm
    case .cutOff:
      Refusal(
        status: .badRequest, title: "The upload was cut off",
        message: "Nothing was imported. Go <a href=\"/settings#import\">back to settings</a> and upload it again.")
    case .partTooLarge, .bodyTooLarge, .tooManyParts:
      Refusal(
        status: .contentTooLarge, title: "The file is too large",
        message: """
          Send one file of at most \(limits.fileBytes / 1_000_000_000) GB. Nothing was imported. \
          <a href="/settings#import">Back to settings</a>
          """)
    }
  }
}

extension Refusal {
  /// The refusal of a second import while one is running.
  static let importRunning = Refusal(
    status: .conflict, title: "An import is running",
    message: "One file is imported at a time. <a href=\"/settings/import\">See its progress</a>, and upload this file when it has finished."
  )

  static let importCancelled = Refusal(
    status: .conflict, title: "The import was cancelled", message: "Nothing was imported. <a href=\"/settings#import\">Back to settings</a>"
  )

  static let noExport = Refusal(
    status: .unprocessableContent, title: "No file was sent",
    message: "Choose a file that isn't empty. <a href=\"/settings#import\">Back to settings</a>")
}
