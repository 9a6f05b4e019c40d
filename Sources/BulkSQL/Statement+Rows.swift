import GRDB

extension Statement {
  /// Reads the rows one by one, in their order, and returns what `make` makes of them; `nil` leaves a row out.
  ///
  /// Neither `fetchAll` nor `map`: looking their generic types up takes longer than reading a day.
  @inlinable package func rows<T>(_ arguments: StatementArguments? = nil, _ make: (Row) throws -> T?) throws -> [T] {
    let rows = try Row.fetchCursor(self, arguments: arguments)
    var all: [T] = []
    while let row = try rows.next() {
      if let one = try make(row) { all.append(one) }
    }
    return all
  }
}
