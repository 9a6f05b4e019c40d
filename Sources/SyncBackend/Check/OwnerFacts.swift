/// One user's counters in the database, and what its rows add up to, from one snapshot.
struct OwnerFacts: Sendable {
  let name: String
  /// The owner's counter.
  let seq: Int64
  /// Records and bytes as the owner's row has them.
  let noted: Share
  /// Records and bytes as counted now.
  let counted: Share
  /// The largest `seq` of a record; 0 = there is none.
  let largestSeq: Int64
  /// The number of different `seq` of records.
  let differentSeqs: Int64
  /// Whether the user can be found by name, and has an epoch for cursors.
  let isComplete: Bool

  /// The contradictions among them.
  var findings: [CheckFinding] {
    var problems: [CheckFinding.Problem] = []
    if counted.records != noted.records { problems.append(.records(counted: counted.records, noted: noted.records)) }
    if counted.bytes != noted.bytes { problems.append(.bytes(counted: counted.bytes, noted: noted.bytes)) }
    if largestSeq > seq { problems.append(.counter(noted: seq, largest: largestSeq)) }
    if differentSeqs != counted.records { problems.append(.repeatedChanges(counted.records - differentSeqs)) }
    if !isComplete { problems.append(.incomplete) }
    return problems.map { CheckFinding(user: name, problem: $0) }
  }
}
