import Foundation
import Synchronization
import Transport

/// Pushes of several devices to two servers, until they are stopped.
final class PushTraffic: Sendable {
  /// Pushes that were answered.
  let answered = PushCounter()
  private let isStopped = Atomic(false)
  private let answersOutOfPlace = Mutex<[String]>([])

  /// Answers that mustn't be.
  var wrong: [String] { answersOutOfPlace.withLock { $0 } }

  /// What a device knows in the end.
  struct Device: Sendable {
    var acknowledged: [String] = []
    /// Records of the push that wasn't answered when it was stopped.
    var unknown: [String] = []
    var repeated = 0
    var pairs = 0
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Pushes one after the other, each as often as it takes, by turns to both servers, or to both at once.
  func push(as start: Pusher, atBoth: Bool, urls: [String], token: String) async -> Device {
    let transport = CurlTransport()
    var (pusher, device) = (start, Device())
    var turn = 0
    while !isStopped.load(ordering: .relaxed) {
      turn += 1
      var bodies: [[UInt8]] = []
      if atBoth {
        let requests = urls.map { pusher.request($0, token) }
        async let one = try? transport.send(requests[0])
        async let two = try? transport.send(requests[1])
        bodies = await [one, two].compactMap { body($0) }
        if bodies.count == 2 {
          device.pairs += 1
          if bodies[0] != bodies[1] { note("two answers to one push") }
        }
      } else if let answer = body(try? await transport.send(pusher.request(urls[turn % 2], token))) {
        bodies = [answer]
      }
      if bodies.isEmpty {
        device.repeated += 1
        await Task.detached { _ = poll(nil, 0, 20) }.value
      } else {
        device.acknowledged += pusher.ids
        answered.add()
        pusher.push += 1
      }
    }
    device.unknown = pusher.ids
    return device
  }

  /// The body of an answer that acknowledges; anything but that and 503 is out of place.
  private func body(_ answer: HTTPResponse?) -> [UInt8]? {
    guard let answer else { return nil }
    if answer.status == 200 { return answer.body }
    if answer.status != 503 { note("\(answer.status) \(String(decoding: answer.body.prefix(200), as: UTF8.self))") }
    return nil
  }

  private func note(_ words: String) { answersOutOfPlace.withLock { $0.append(words) } }
}
