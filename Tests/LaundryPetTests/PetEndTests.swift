import Testing

@testable import LaundryPet

/// The end of a timer before its time.
@Suite struct PetEndTests {
  @Test(arguments: PetStepTests.scenes.indices)
  func onlyARunningTimerEnds(place: Int) throws {
    let scene = PetStepTests.scenes[place]
    let (state, now) = (PetState(Snowy.pet, tasks: scene.tasks), Snowy.ms(scene.minute))
    guard scene.stage.isTimed else {
      let refusal = fault { () throws(LaundryError) in _ = try state.ending(atMs: now) }
      #expect(refusal == .nothingRuns(scene.stage, possible: PetStepTests.possible[scene.stage] ?? []))
      return
    }
    let step = try state.ending(atMs: now)
    #expect(step.state.stage(atMs: now) == (scene.stage == .washing ? .washDone : .dryDone))
    guard case .put(let task)? = step.actions.first else {
      Issue.record("nothing was written")
      return
    }
    #expect(task.endsAtMs == now && task.id == state.task(atMs: now)?.id)
    #expect(PetState(Snowy.pet, tasks: scene.tasks.filter { $0.id != task.id } + [task]) == step.state)
    #expect(step.state.notices(atMs: now).map(\.fireAtMs) == [now])
  }

  @Test func aClockThatWasSetBackEndsItAtItsStart() throws {
    let step = try PetState(Snowy.pet, tasks: [Snowy.wash(10)]).ending(atMs: Snowy.ms(5))
    #expect(step.state.stage(atMs: Snowy.ms(5)) == .washDone && step.state.task(atMs: Snowy.ms(5))?.endsAtMs == Snowy.ms(10))
  }

  @Test func messages() {
    let error = LaundryError(.nothingRuns(.washDone, possible: [.dry, .snooze]))
    #expect(error.message == "no timer is running: the laundry is ready for the dryer" && error.kind == .no)
    #expect(error.hint?.words { _ in "" } == "possible now: start the dryer, snooze")
  }
}
