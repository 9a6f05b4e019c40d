import Files
import HealthModel
import Synchronization

/// The product file of a program that runs for long, for searches by name. It is read again whenever it has changed.
package final class ProductCatalog: Sendable {
  private struct State {
    var path = ""
    var mark: FileMark?
    var index = ProductIndex([])
  }

  private let state = Mutex(State())

  /// Without a file yet.
  package init() {}

  /// Returns products whose name, brand or code contains all the words, in alphabetical order. Case is ignored. Blocks while the file is read.
  ///
  /// - Parameters:
  ///   - path: The product file.
  ///   - most: The largest number of products.
  /// - Throws: When the file can't be read, or a line of it is wrong.
  package func products(with words: [String], in path: String, most: Int) throws(ProductError) -> [Product] {
    let result = state.withLock { state -> Result<[Product], ProductError> in
      let mark = FileMark(path)
      if mark == nil || mark != state.mark || path != state.path {
        do throws(ProductError) {
          state = State(path: path, mark: mark, index: ProductIndex(try ProductFile(contentsOf: path).all))
        } catch {
          return .failure(error)
        }
      }
      return .success(state.index.products(with: words, most: most))
    }
    return try result.get()
  }
}
