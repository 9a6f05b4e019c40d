import Testing

@testable import HealthImport

@Suite struct ByteTableTests {
  @Test func textsKeepTheirNumbers() {
    var table = ByteTable()
    #expect(table.number(of: .missing) == -1)
    for number in 0..<500 as Range<Int32> { withByteText("name \(number)") { table.insert($0, number) } }
    for number in 0..<500 as Range<Int32> { #expect(withByteText("name \(number)") { table.number(of: $0) } == number) }
    #expect(withByteText("name") { table.number(of: $0) } == -1)
    #expect(table.number(of: .missing) == -1)
    withByteText("") { table.insert($0, 7) }
    #expect(withByteText("") { table.number(of: $0) } == 7)
  }

  @Test func whatGrowsLargeIsForgotten() {
    var table = ByteTable()
    for number in 0..<10_000 as Range<Int32> {
      withByteText("name \(number)") { table.insert($0, number) }
      #expect(withByteText("name \(number)") { table.number(of: $0) } == number)
    }
    #expect(withByteText("name 1") { table.number(of: $0) } == -1)
    let long = String(repeating: "x", count: 1 << 20)
    for number in 0..<10 as Range<Int32> {
      withByteText("\(long)\(number)") { table.insert($0, number) }
      #expect(withByteText("\(long)\(number)") { table.number(of: $0) } == number)
    }
  }
}
