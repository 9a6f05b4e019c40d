import TestSupport
import Testing

@testable import LaundryPet

/// Two devices that exchange records, the newer one of each id winning.
@Suite struct TwoDeviceTests {
  //   a                b
  //   wash at 0        wash at 1
  //   ---------- exchange ----------
  //   dry at 50        dry at 51
  //   ---------- exchange ----------
  //   fold at 130      fold at 131
  //   ---------- exchange ----------
  @Test func theSameButtonOnBothMakesOneStep() throws {
    var (a, b) = (Device("a"), Device("b", skewMs: 20_000))
    for (event, minute) in [(PetEvent.wash, 0), (.dry, 50), (.fold, 130)] {
      let mine = try a.press(event, trueMs: Snowy.ms(minute))
      let theirs = try b.press(event, trueMs: Snowy.ms(minute + 1))
      #expect(mine?.id == theirs?.id)
      a.pull(from: b)
      b.pull(from: a)
      #expect(a.state == b.state)
    }
    #expect(a.tasks.count == 3 && a.state.history.cycles == 1 && a.state.history.streak == 1)
    #expect(a.state.history.foldedAtMs == Snowy.ms(131) + 20_000)
  }

  //   a                b
  //   wash at 0
  //   ---------- exchange ----------
  //   cancel at 10
  //   wash at 12       cancel at 20 (of the first wash)
  //   ---------- exchange ----------
  @Test func cancellingAnOldWashDoesNotCancelTheNewOne() throws {
    var (a, b) = (Device("a"), Device("b"))
    _ = try a.press(.wash, trueMs: Snowy.ms(0))
    b.pull(from: a)
    _ = try a.press(.cancel, trueMs: Snowy.ms(10))
    _ = try a.press(.wash, trueMs: Snowy.ms(12))
    _ = try b.press(.cancel, trueMs: Snowy.ms(20))
    a.pull(from: b)
    b.pull(from: a)
    #expect(a.state == b.state && a.state.stage(atMs: Snowy.ms(30)) == .washing)
    #expect(a.state.task(atMs: Snowy.ms(30))?.endsAtMs == Snowy.ms(57))
  }

  //   a                b
  //   wash at 0
  //   ---------- exchange ----------
  //   cancel at 44     dry at 46
  //   ---------- exchange ----------
  @Test func theDryerWinsOverACancelledWash() throws {
    var (a, b) = (Device("a"), Device("b"))
    _ = try a.press(.wash, trueMs: Snowy.ms(0))
    b.pull(from: a)
    _ = try a.press(.cancel, trueMs: Snowy.ms(44))
    _ = try b.press(.dry, trueMs: Snowy.ms(46))
    a.pull(from: b)
    b.pull(from: a)
    #expect(a.state == b.state && a.state.stage(atMs: Snowy.ms(47)) == .drying)
    _ = try a.press(.cancel, trueMs: Snowy.ms(48))
    #expect(a.state.stage(atMs: Snowy.ms(48)) == .washDone && a.state.possible(atMs: Snowy.ms(48)) == [.dry])
  }

  //   a                b
  //   dry at 50
  //   ---------- exchange ----------
  //   fold at 110      cancel at 109, on a clock that is slow
  //   wash at 111
  //   ---------- exchange ----------
  @Test func aFoldIsNeverLost() throws {
    var (a, b) = (Device("a"), Device("b", skewMs: -120_000))
    _ = try a.press(.wash, trueMs: Snowy.ms(0))
    _ = try a.press(.dry, trueMs: Snowy.ms(50))
    b.pull(from: a)
    _ = try a.press(.fold, trueMs: Snowy.ms(110))
    _ = try a.press(.wash, trueMs: Snowy.ms(111))
    _ = try b.press(.cancel, trueMs: Snowy.ms(111))
    a.pull(from: b)
    b.pull(from: a)
    #expect(a.state == b.state && a.state.history.cycles == 1 && a.state.stage(atMs: Snowy.ms(112)) == .washing)
  }

  /// Forty histories of 120 presses on clocks that are up to ten minutes wrong.
  @Test(arguments: 0..<40)
  func randomHistoriesConverge(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func skew() -> Int64 { Int64.random(in: -600_000...600_000, using: &random) }
    var (devices, now) = ([Device("a", skewMs: skew()), Device("b", skewMs: skew())], Snowy.startMs)
    var folds = Set<Int>()
    var steps = 0
    for _ in 0..<120 {
      now += Int64.random(in: 0...2_400_000, using: &random)
      if Int.random(in: 0..<200, using: &random) == 0 { now += 10 * 86_400_000 }
      let one = Int.random(in: 0...1, using: &random)
      let state = devices[one].state
      let seen = now + devices[one].skewMs
      let event = PetEvent.allCases[Int.random(in: 0..<5, using: &random)]
      let isPossible = state.possible(atMs: seen).contains(event)
      let written = try? devices[one].press(event, trueMs: now)
      #expect((written != nil) == isPossible)
      if let written {
        steps += 1
        if written.kind == .fold { folds.insert(written.cycle) }
        // The step says what the store then says.
        #expect(try state.step(event, atMs: seen).state == devices[one].state)
      }
      if Int.random(in: 0..<6, using: &random) == 0 { devices[one].pull(from: devices[1 - one]) }
    }
    var late = Device("c")
    late.pull(from: devices[1])
    devices[0].pull(from: devices[1])
    devices[1].pull(from: devices[0])
    late.pull(from: devices[0])
    let states = devices.map(\.state) + [late.state, PetState(Snowy.pet, tasks: late.tasks.shuffled(using: &random))]
    for other in states {
      #expect(PetReading(other, atMs: now) == PetReading(states[0], atMs: now))
      #expect(other.notices(atMs: now) == states[0].notices(atMs: now))
    }
    #expect(states[0].history.cycles == folds.count && steps > 20)
  }

  /// Each press is seen by the other device before its next one: both are what one device would be.
  @Test(arguments: 0..<20)
  func devicesInTouchAreOneDevice(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    var (devices, single, model, now) = ([Device("a"), Device("b")], Device("s"), LaundryModel(), Snowy.startMs)
    for _ in 0..<200 {
      now += Int64.random(in: 0...4_000_000, using: &random)
      let one = Int.random(in: 0...1, using: &random)
      let event = PetEvent.allCases[Int.random(in: 0..<4, using: &random)]
      let isDone = (try? devices[one].press(event, trueMs: now)) != nil
      #expect(((try? single.press(event, trueMs: now)) != nil) == isDone)
      #expect(model.handle(event, now) == isDone)
      devices[1 - one].pull(from: devices[one])
      for state in [devices[0].state, devices[1].state, single.state] {
        #expect(state.stage(atMs: now) == model.stage(now) && state.history.cycles == model.cycles)
        #expect(state.history.streak == model.streak && state.history.longestStreak == model.longest)
      }
    }
    #expect(model.cycles > 5)
  }
}

/// The same rules as a machine that remembers its state, without tasks.
private struct LaundryModel {
  private var step = PetStage.idle
  private var endMs: Int64 = 0
  private var freshMs = Snowy.startMs
  private(set) var cycles = 0
  private(set) var streak = 0
  private(set) var longest = 0

  func stage(_ now: Int64) -> PetStage {
    switch step {
    case .washing where now >= endMs: .washDone
    case .drying where now >= endMs: .dryDone
    default: step
    }
  }

  mutating func handle(_ event: PetEvent, _ now: Int64) -> Bool {
    switch (stage(now), event) {
    case (.idle, .wash): (step, endMs) = (.washing, now + 45 * 60_000)
    case (.washDone, .dry): (step, endMs) = (.drying, now + 60 * 60_000)
    case (.washing, .cancel): step = .idle
    case (.drying, .cancel): step = .washDone
    case (.dryDone, .fold):
      cycles += 1
      streak = now - freshMs < 7 * 86_400_000 ? streak + 1 : 1
      (step, freshMs, longest) = (.idle, now, max(longest, streak))
    default: return false
    }
    return true
  }
}
