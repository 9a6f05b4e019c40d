/// Reads the rows of a database for a copy, of one owner at a time and in small batches, from one snapshot.
protocol CopyReader {
  /// The rows that there are.
  func counts() throws -> CopyCounts
  /// The time at which a server last ran; `nil` = never.
  func lastSeenMs() throws -> Int64?
  /// All records of the audit, the oldest first.
  func audit() throws -> [AuditRecord]
  /// All owners.
  func owners(_ body: (CopyRows.Owner) throws -> Void) throws
  /// An owner's tokens, then the refresh tokens.
  func tokens(of owner: CopyRows.Owner, _ body: (CopyRows.Token) throws -> Void) throws
  /// An owner's devices.
  func devices(of owner: CopyRows.Owner, _ body: (CopyRows.Device) throws -> Void) throws
  /// An owner's epochs; that of their last write ends at the owner's counter.
  func epochs(of owner: CopyRows.Owner) throws -> [CopyRows.Epoch]
  /// An owner's records in the order of their keys.
  func records(of owner: CopyRows.Owner, _ body: (CopyRows.Records) throws -> Void) throws
  /// An owner's events.
  func events(of owner: CopyRows.Owner, _ body: (CopyRows.Events) throws -> Void) throws
}

/// Fills an empty database in one transaction.
protocol CopyWriter {
  /// Notes when a server last ran.
  func note(seenMs: Int64) throws
  /// Adds a record of the audit.
  func add(_ record: AuditRecord) throws
  /// Adds an owner. What is added from then on until `finish(_:)` is theirs.
  func add(_ owner: CopyRows.Owner) throws
  /// Adds a token of an owner.
  func add(_ token: CopyRows.Token, of owner: CopyRows.Owner) throws
  /// Adds a device of an owner.
  func add(_ device: CopyRows.Device, of owner: CopyRows.Owner) throws
  /// Adds an epoch that has ended.
  func add(_ epoch: CopyRows.Epoch, of owner: CopyRows.Owner) throws
  /// Adds records.
  func add(_ rows: CopyRows.Records, of owner: CopyRows.Owner) throws
  /// Adds events.
  func add(_ rows: CopyRows.Events, of owner: CopyRows.Owner) throws
  /// Ends an owner, whose rows have all been added.
  func finish(_ owner: CopyRows.Owner) throws
}

extension CopyReader {
  /// Copies everything.
  ///
  /// - Parameter onProgress: called after each batch with what was copied, and with what there is.
  /// - Returns: what was copied.
  func copy(
    to target: some CopyWriter, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void
  ) throws -> CopyCounts {
    let total = try counts()
    var copied = CopyCounts()
    if let seenMs = try lastSeenMs() { try target.note(seenMs: seenMs) }
    for record in try audit() { try target.add(record) }
    try owners { owner in
      try target.add(owner)
      copied.users += 1
      try tokens(of: owner) { token in
        try target.add(token, of: owner)
        copied.tokens += 1
      }
      try devices(of: owner) { device in
        try target.add(device, of: owner)
        copied.devices += 1
      }
      for epoch in try epochs(of: owner) { try target.add(epoch, of: owner) }
      try records(of: owner) { batch in
        try target.add(batch, of: owner)
        copied.records += batch.count
        onProgress(copied, total)
      }
      try events(of: owner) { batch in
        try target.add(batch, of: owner)
        copied.events += batch.count
        onProgress(copied, total)
      }
      try target.finish(owner)
    }
    return copied
  }
}
