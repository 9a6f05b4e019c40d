import Testing

@testable import LaundryPet

/// Every button at every stage.
@Suite struct PetStepTests {
  /// A stage: tasks, and the minute at which they mean it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let stage: PetStage
    let tasks: [LaundryTask]
    let minute: Int

    var testDescription: String { stage.rawValue }
  }

  /// A wash of 45 min from 0, a drying of 60 min from 50.
  static let scenes: [Scene] = [
    Scene(stage: .idle, tasks: [], minute: 0),
    Scene(stage: .washing, tasks: [Snowy.wash(0)], minute: 44),
    Scene(stage: .washDone, tasks: [Snowy.wash(0)], minute: 45),
    Scene(stage: .drying, tasks: [Snowy.wash(0), Snowy.dry(50)], minute: 109),
    Scene(stage: .dryDone, tasks: [Snowy.wash(0), Snowy.dry(50)], minute: 110),
  ]

  /// Stage, event, stage after, record written; `nil` = refused.
  static let golden: [(PetStage, PetEvent, PetStage, String)?] = [
    (.idle, .wash, .washing, "p/1/wash/1"), nil, nil, nil, nil,
    nil, nil, nil, (.washing, .cancel, .idle, "p/1/wash/1"), nil,
    nil, (.washDone, .dry, .drying, "p/1/dry/1"), nil, nil, (.washDone, .snooze, .washDone, "p/1/wash/1"),
    nil, nil, nil, (.drying, .cancel, .washDone, "p/1/dry/1"), nil,
    nil, nil, (.dryDone, .fold, .idle, "p/1/fold/1"), nil, (.dryDone, .snooze, .dryDone, "p/1/dry/1"),
  ]

  static let possible: [PetStage: [PetEvent]] = [
    .idle: [.wash], .washing: [.cancel], .washDone: [.dry, .snooze], .drying: [.cancel], .dryDone: [.fold, .snooze],
  ]

  @Test(arguments: scenes.indices, PetEvent.allCases.indices)
  func eachEventAtEachStage(place: Int, column: Int) throws {
    let (scene, event) = (PetStepTests.scenes[place], PetEvent.allCases[column])
    let (state, now) = (PetState(Snowy.pet, tasks: scene.tasks), Snowy.ms(scene.minute))
    #expect(state.stage(atMs: now) == scene.stage)
    #expect(state.possible(atMs: now) == PetStepTests.possible[scene.stage])
    guard let (stage, golden, after, id) = PetStepTests.golden[place * PetEvent.allCases.count + column] else {
      let refusal = fault { () throws(LaundryError) in _ = try state.step(event, atMs: now) }
      #expect(refusal == .refused(event, scene.stage, possible: PetStepTests.possible[scene.stage] ?? []))
      #expect(state.taskID(for: event, atMs: now) == nil)
      return
    }
    try #require(stage == scene.stage && golden == event)
    #expect(state.taskID(for: event, atMs: now) == id)
    let step = try state.step(event, atMs: now)
    #expect(step.state.stage(atMs: now) == after)
    guard case .put(let task)? = step.actions.first else {
      Issue.record("nothing was written")
      return
    }
    #expect(task.id == id)
    // What a restart reads from the store is what the step returned.
    #expect(PetState(Snowy.pet, tasks: scene.tasks.filter { $0.id != id } + [task]) == step.state)
  }

  @Test func aRefusalSaysWhatIsPossible() {
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(0)])
    let error = #expect(throws: LaundryError.self) { try state.step(.dry, atMs: Snowy.ms(1)) }
    #expect(error?.message == "can't start the dryer: the laundry is washing")
    #expect(error?.hint?.words { _ in "" } == "possible now: cancel")
    #expect(error?.kind == .no)
  }

  @Test func stepsPlanAndDropNotices() throws {
    func id(_ action: PetAction) -> String {
      switch action {
      case .put(let task): "put \(task.id)"
      case .plan(let notice): "plan \(notice.id) at \((notice.fireAtMs - Snowy.startMs) / 60_000)"
      case .drop(let notice): "drop \(notice)"
      }
    }
    var state = PetState(Snowy.pet, tasks: [])
    func press(_ event: PetEvent, _ minute: Int) throws -> [String] {
      let step = try state.step(event, atMs: Snowy.ms(minute))
      state = step.state
      return step.actions.map(id)
    }
    #expect(try press(.wash, 0) == ["put p/1/wash/1", "plan laundry/p/1/wash/1 at 45"])
    #expect(try press(.cancel, 5) == ["put p/1/wash/1", "drop laundry/p/1/wash/1"])
    #expect(try press(.wash, 6) == ["put p/1/wash/2", "plan laundry/p/1/wash/2 at 51"])
    let snoozed = "laundry/p/1/wash/2/snooze/\(Snowy.ms(62))"
    #expect(try press(.snooze, 52) == ["put p/1/wash/2", "drop laundry/p/1/wash/2", "plan \(snoozed) at 62"])
    #expect(try press(.dry, 63) == ["put p/1/dry/1", "drop \(snoozed)", "plan laundry/p/1/dry/1 at 123"])
    #expect(try press(.fold, 123) == ["put p/1/fold/1", "drop laundry/p/1/dry/1"])
    #expect(try press(.wash, 200) == ["put p/2/wash/1", "plan laundry/p/2/wash/1 at 245"])
  }

  @Test func aNoticeNamesThePetAndTheNextStep() throws {
    let washed = try #require(PetState(Snowy.pet, tasks: [Snowy.wash(0)]).notices(atMs: Snowy.ms(3)).first)
    #expect(washed.title == "Wash Complete!" && washed.petName == "Snowy" && washed.nextStep == .dry)
    #expect(washed.fireAtMs == Snowy.ms(45) && washed.notAfterMs == Snowy.ms(45 + 12 * 60))
    let dried = try #require(PetState(Snowy.pet, tasks: [Snowy.wash(0), Snowy.dry(50)]).notices(atMs: Snowy.ms(120)).first)
    #expect(dried.title == "Dry Complete!" && dried.nextStep == .fold && dried.fireAtMs == Snowy.ms(110))
  }

  @Test func aNoticeIsWantedForTwelveHours() {
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(0)])
    #expect(state.notices(atMs: Snowy.ms(45 + 720)).count == 1)
    #expect(state.notices(atMs: Snowy.ms(45 + 720) + 1).isEmpty)
  }

  /// A double click, and a form that was sent twice.
  @Test func aPressThatIsSentTwiceMakesOneStep() throws {
    var state = PetState(Snowy.pet, tasks: [])
    for (event, minute) in [(PetEvent.wash, 0), (.cancel, 1), (.wash, 2), (.dry, 50), (.cancel, 51), (.dry, 52), (.fold, 200)] {
      let id = try #require(state.taskID(for: event, atMs: Snowy.ms(minute)))
      let first = try state.step(event, on: id, atMs: Snowy.ms(minute))
      #expect(!first.actions.isEmpty)
      let second = try first.state.step(event, on: id, atMs: Snowy.ms(minute) + 200)
      #expect(second.actions.isEmpty && second.state == first.state)
      state = second.state
    }
    #expect(state.history.cycles == 1)
    // Long after.
    #expect(try state.step(.wash, on: "p/1/wash/1", atMs: Snowy.ms(300)).actions.isEmpty)
  }

  @Test func aPressForAnotherTaskIsRefused() {
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(0, cancelled: 1), Snowy.wash(2, attempt: 2)])
    // The second wash isn't cancelled by the button of another task, nor started by one of another kind or pet.
    for (event, id) in [(PetEvent.cancel, "p/1/wash/3"), (.wash, "p/1/dry/1"), (.wash, "q/1/wash/1"), (.dry, "p/1/wash/2"), (.cancel, "")] {
      #expect(throws: LaundryError.self, "\(event) \(id)") { try state.step(event, on: id, atMs: Snowy.ms(3)) }
    }
  }

  @Test func aChangedDurationCountsFromTheNextStart() throws {
    let washing = try PetState(Snowy.pet, tasks: []).step(.wash, atMs: Snowy.ms(0)).state
    let slower = try Snowy.pet.applying(.set(.washMinutes, 90))
    let state = PetState(slower, tasks: [Snowy.wash(0)])
    #expect(state.task(atMs: Snowy.ms(1)) == washing.task(atMs: Snowy.ms(1)))
    let again = try state.step(.cancel, atMs: Snowy.ms(2)).state.step(.wash, atMs: Snowy.ms(3)).state
    #expect(again.task(atMs: Snowy.ms(3))?.endsAtMs == Snowy.ms(93))
  }
}
