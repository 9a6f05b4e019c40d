import Testing

@testable import LaundryPet

@Suite struct PetMatchTests {
  private let pets = [
    ("0197aaaa-1", "Snow"), ("0197bbbb-2", "Snowy"), ("0198cccc-3", "Éclair"), ("0199dddd-4", "Twin"), ("0199eeee-5", "twin"),
  ]
  .map { Pet(id: $0.0, name: $0.1, createdAtMs: 0) }

  @Test(arguments: [
    ("Snow", 0), ("snow", 0), (" SNOW ", 0), ("snowy", 1), ("Snowy", 1), ("e\u{301}c", 2), ("É", 2), ("0197aaaa-1", 0), ("0197b", 1),
    ("0199eeee-5", 4), ("0198", 2),
  ])
  func aBeginningThatIsUniqueNamesAPet(text: String, place: Int) throws { #expect(try PetMatch.pet(text, in: pets) == pets[place]) }

  @Test(arguments: [("sno", [0, 1]), ("S", [0, 1]), ("TWIN", [3, 4]), ("0197", [0, 1]), ("019", [])])
  func otherBeginningsDoNot(text: String, places: [Int]) {
    let expected: LaundryError.Fault =
      places.isEmpty ? .unknownPet(text, nearest: nil) : .ambiguousPet(text, places.map { pets[$0] })
    #expect(fault { () throws(LaundryError) in _ = try PetMatch.pet(text, in: pets) } == expected)
  }

  @Test func theNearestNameIsSuggested() {
    #expect(fault { () throws(LaundryError) in _ = try PetMatch.pet("Snwoy", in: pets) } == .unknownPet("Snwoy", nearest: "Snowy"))
    #expect(fault { () throws(LaundryError) in _ = try PetMatch.pet(" ", in: pets) } == .unknownPet(" ", nearest: nil))
    #expect(fault { () throws(LaundryError) in _ = try PetMatch.pet("Snow", in: []) } == .noPets)
  }

  @Test func anAmbiguityListsTheChoices() {
    let error = LaundryError(.ambiguousPet("sno", Array(pets[0...1])))
    #expect(error.message == "2 pets begin with \"sno\"")
    #expect(error.hint?.words { _ in "" } == "give more of the name or id: Snow (0197aaaa-1), Snowy (0197bbbb-2)")
  }

  @Test func namesakesAreFound() {
    #expect(PetMatch.namesakes(of: "TWIN", in: pets) == Array(pets[3...4]))
    #expect(PetMatch.namesakes(of: "twin", except: pets[3], in: pets) == [pets[4]] && PetMatch.namesakes(of: "Sno", in: pets).isEmpty)
  }
}
