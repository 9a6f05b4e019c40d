import Testing

@testable import LaundryPet

@Suite struct ManyPetsTests {
  @Test func aThousandPetsAreReadTogether() {
    let pets = (0..<1000).map { Pet(id: "p\($0)", name: "Pet \($0)", createdAtMs: Snowy.startMs) }
    // Each has 20 finished cycles, a day apart, and a wash that began at 40,000.
    let tasks = pets.flatMap { pet in
      (1...20).map {
        LaundryTask(
          id: "\(pet.id)/\($0)/fold/1", petID: pet.id, kind: .fold, cycle: $0, startedAtMs: Snowy.ms($0 * 1440),
          endsAtMs: Snowy.ms($0 * 1440), everyDays: 7)
      } + [
        LaundryTask(
          id: "\(pet.id)/21/wash/1", petID: pet.id, kind: .wash, cycle: 21, startedAtMs: Snowy.ms(40_000), endsAtMs: Snowy.ms(40_045))
      ]
    }
    let orphan = LaundryTask(id: "q/1/wash/1", petID: "q", kind: .wash, cycle: 1, startedAtMs: 0, endsAtMs: 1)
    let readings = PetState.all(pets, tasks: tasks + [orphan]).map { PetReading($0, atMs: Snowy.ms(40_030)) }
    #expect(readings.map(\.pet.id) == pets.map(\.id))
    #expect(readings.allSatisfy { $0.history.cycles == 20 && $0.history.streak == 20 && $0.stage == .washing })
    #expect(readings.allSatisfy { $0.timer?.text == "15:00" && $0.progress == 66 && $0.actions == [.cancel] })
  }

  @Test(arguments: ["p/1/wash/1", "0197-aa/1000000/fold/10000", "a/b/3/dry/2", "/1/dry/1"])
  func idsAreReadAsTheyAreWritten(text: String) { #expect(LaundryTaskID(text)?.text == text) }

  @Test(arguments: ["", "p", "p/1/wash", "p/0/wash/1", "p/01/wash/1", "p/1/iron/1", "p/1/wash/x", "p/1000001/wash/1", "p/+1/wash/1"])
  func otherTextsAreNoIds(text: String) { #expect(LaundryTaskID(text) == nil) }
}
