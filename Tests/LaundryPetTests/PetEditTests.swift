import Testing

@testable import LaundryPet

@Suite struct PetEditTests {
  private static let family = "👨‍👩‍👧‍👦"

  @Test(arguments: [
    ("Snowy", "Snowy"), ("  Snowy\t", "Snowy"), ("Snow\nWhite", "Snow White"), ("S", "S"), ("Ünïcode 🧺", "Ünïcode 🧺"),
    (String(repeating: "a", count: 30), String(repeating: "a", count: 30)),
    // 30 characters of 7 scalars each.
    (String(repeating: family, count: 30), String(repeating: family, count: 30)),
    // A direction override would turn a line around.
    ("Sno\u{202E}wy", "Sno wy"),
  ])
  func namesAreTrimmed(typed: String, name: String) throws { #expect(try PetName.checked(typed) == name) }

  @Test(arguments: [
    ("", LaundryError.Fault.nameEmpty), ("  \n ", .nameEmpty), ("\u{200B}", .nameEmpty), ("\u{200D}\u{FE0F}", .nameEmpty),
    ("\u{1B}", .nameEmpty), (String(repeating: "a", count: 31), .nameTooLong(31)), (String(repeating: family, count: 31), .nameTooLong(31)),
    // One character of 301 scalars.
    ("a" + String(repeating: "\u{301}", count: 300), .nameTooLong(1)),
  ])
  func otherNamesAreRefused(typed: String, expected: LaundryError.Fault) {
    #expect(fault { () throws(LaundryError) in _ = try PetName.checked(typed) } == expected)
    #expect(fault { () throws(LaundryError) in _ = try Snowy.pet.applying(.rename(typed)) } == expected)
    #expect(fault { () throws(LaundryError) in _ = try Pet(named: typed, id: "p", atMs: 0) } == expected)
  }

  /// Number, least, most.
  @Test(arguments: [(PetNumber.washMinutes, 1, 120), (.dryMinutes, 1, 180), (.everyDays, 1, 30)])
  func numbersHaveBounds(number: PetNumber, least: Int, most: Int) throws {
    for value in [least, most] { #expect(try Snowy.pet.applying(.set(number, value)).value(of: number) == value) }
    for value in [least - 1, most + 1, .min, .max] {
      #expect(
        fault { () throws(LaundryError) in _ = try Snowy.pet.applying(.set(number, value)) } == .outOfRange(number, value))
    }
  }

  @Test func aNewPetHasTheUsualNumbers() throws {
    let pet = try Pet(named: " Snowy ", id: "p", atMs: 5)
    #expect(pet.name == "Snowy" && pet.washMinutes == 45 && pet.dryMinutes == 60 && pet.everyDays == 7 && pet.createdAtMs == 5)
  }

  @Test func offeredDurations() {
    let usual = [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120]
    #expect(PetNumber.washMinutes.offered() == usual && PetNumber.dryMinutes.offered(current: 60) == usual)
    #expect(PetNumber.dryMinutes.offered(current: 180) == usual + [180])
    #expect(PetNumber.washMinutes.offered(current: 47) == usual.filter { $0 < 47 } + [47] + usual.filter { $0 > 47 })
    #expect(PetNumber.washMinutes.offered(current: 180) == usual && PetNumber.everyDays.offered() == Array(1...30))
  }

  @Test func messages() {
    let error = LaundryError(.outOfRange(.dryMinutes, 181))
    #expect(error.message == "181 minutes can't be set" && error.hint?.words { _ in "" } == "1 to 180 minutes" && error.kind == .usage)
    #expect(LaundryError(.nameTooLong(31)).message == "the name has more than 30 characters")
  }
}
