import Files
import HealthModel
import Synchronization

/// The product file of a program that runs for long, for look-ups by number and searches by name. It is read again whenever it has changed.
package final class ProductCatalog: Sendable {
  private struct Reading {
    let path: String
    let mark: FileMark?
    let file: ProductFile
    /// `nil` until it is searched.
    var index: ProductIndex?
  }

  private let reading = Mutex<Reading?>(nil)

  /// Without a file yet.
  package init() {}

  /// Returns products whose name, brand or code contains all the words, in alphabetical order. Case is ignored. Blocks while the file is read.
  ///
  /// - Parameters:
  ///   - path: The product file.
  ///   - most: The largest number of products.
  /// - Throws: When the file can't be read, or a line of it is wrong.
  package func products(with words: [String], in path: String, most: Int) throws(ProductError) -> [Product] {
    try current(path) { reading in
      let index = reading.index ?? ProductIndex(reading.file.all)
      reading.index = index
      return index.products(with: words, most: most)
    }
  }

  /// The file as it is now, as a source of products. Blocks while the file is read.
  ///
  /// - Throws: As `products`.
  func file(_ path: String) throws(ProductError) -> ProductFile { try current(path) { $0.file } }

  /// Works with the file as it is now.
  private func current<T: Sendable>(_ path: String, _ body: @Sendable (inout Reading) -> T) throws(ProductError) -> T {
    let result = reading.withLock { reading -> Result<T, ProductError> in
      let mark = FileMark(path)
      var now: Reading
      if let known = reading, mark != nil, known.mark == mark, known.path == path {
        now = known
      } else {
        do throws(ProductError) { now = Reading(path: path, mark: mark, file: try ProductFile(contentsOf: path)) } catch {
          return .failure(error)
        }
      }
      let value = body(&now)
      reading = now
      return .success(value)
    }
    return try result.get()
  }
}
