import LaundryPet
import TestSupport

/// A device with its records of one pet, and a hybrid logical clock that stamps them.
struct Device {
  /// A record's version: the larger one wins.
  struct Stamp: Comparable {
    var ms: Int64 = 0
    var counter = 0
    var device: String

    static func < (a: Stamp, b: Stamp) -> Bool { (a.ms, a.counter, a.device) < (b.ms, b.counter, b.device) }
  }

  let name: String
  /// Milliseconds by which its clock is wrong.
  var skewMs: Int64
  private(set) var records: [String: (stamp: Stamp, task: LaundryTask)] = [:]
  private var last: Stamp

  init(_ name: String, skewMs: Int64 = 0) {
    self.name = name
    self.skewMs = skewMs
    last = Stamp(device: name)
  }

  var tasks: [LaundryTask] { records.values.map(\.task) }
  var state: PetState { PetState(Snowy.pet, tasks: tasks) }

  /// Presses a button. Returns the record that was written.
  mutating func press(_ event: PetEvent, trueMs: Int64) throws(LaundryError) -> LaundryTask? {
    let now = trueMs + skewMs
    for case .put(let task) in try state.step(event, atMs: now).actions {
      last = now > last.ms ? Stamp(ms: now, device: name) : Stamp(ms: last.ms, counter: last.counter + 1, device: name)
      records[task.id] = (last, task)
      return task
    }
    return nil
  }

  /// Takes the other device's records that are newer.
  mutating func pull(from other: Device) {
    for (id, theirs) in other.records {
      if let ours = records[id], ours.stamp >= theirs.stamp { continue }
      records[id] = theirs
      if theirs.stamp > last { last = Stamp(ms: theirs.stamp.ms, counter: theirs.stamp.counter, device: name) }
    }
  }
}
