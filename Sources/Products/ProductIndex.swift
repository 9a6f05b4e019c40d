import Glibc

/// Products by name, for searches while a user types: 100,000 products take about a millisecond.
struct ProductIndex: Sendable {
  /// In alphabetical order.
  private let products: [Product]
  /// A line for each product with all that can be found, in lower case.
  private let lines: [UInt8]
  /// The start of each line, and the end of the last one.
  private let starts: [Int]

  init(_ products: [Product]) {
    let entries = products.map { product in
      (product, "\(product.name) \(product.brand ?? "") \(product.gtin)".lowercased().replacing("\n", with: " "))
    }
    .sorted { ($0.1, $0.0.gtin.number) < ($1.1, $1.0.gtin.number) }
    self.products = entries.map(\.0)
    var (lines, starts): ([UInt8], [Int]) = ([], [0])
    for entry in entries {
      lines += Array(entry.1.utf8) + [0x0A]
      starts.append(lines.count)
    }
    (self.lines, self.starts) = (lines, starts)
  }

  /// Returns the first products that contain all the words; none without words.
  func products(with words: [String], most: Int) -> [Product] {
    // The longest word is the rarest, as a rule.
    let words = words.map { Array($0.lowercased().utf8) }.filter { !$0.isEmpty && !$0.contains(0x0A) }.sorted { $0.count > $1.count }
    guard let first = words.first else { return [] }
    return lines.withUnsafeBytes { bytes in
      var found: [Product] = []
      var place = 0
      while found.count < most, let hit = ProductIndex.place(of: first, in: bytes, from: place, to: bytes.count) {
        let number = line(of: hit)
        if words.dropFirst().allSatisfy({ ProductIndex.place(of: $0, in: bytes, from: starts[number], to: starts[number + 1]) != nil }) {
          found.append(products[number])
        }
        place = starts[number + 1]
      }
      return found
    }
  }

  /// The number of the line that holds a byte.
  private func line(of place: Int) -> Int {
    var (low, high) = (0, products.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  private static func place(of word: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    guard let base = bytes.baseAddress, let first = word.first else { return nil }
    var place = start
    while place + word.count <= end, let hit = memchr(base + place, Int32(first), end - place - word.count + 1) {
      place = UnsafeRawPointer(hit) - base
      if memcmp(base + place, word, word.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
