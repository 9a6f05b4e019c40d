import Files
import Glibc
import HealthModel

/// Products in a small text file, for use without a network: tab-separated, UTF-8, the first line names the columns in any order.
///
///     code  name  brand  quantity  serving  serving_g  energy_kcal_100g  protein_g_100g  carbs_g_100g  fat_g_100g
///     sugars_g_100g  saturated_fat_g_100g  fiber_g_100g  salt_g_100g  alcohol_100g  polyols_100g
///
/// `alcohol_100g` is in percent by volume, as in the dump. It isn't shown; the energy is compared with it.
///
/// `code` and `name` are required; other columns are ignored, an empty cell is unknown. The names in Open Food Facts'
/// dump (`product_name`, `energy-kcal_100g`, `proteins_100g`, …) are accepted, too, so that a few lines of the dump are
/// a product file. A file is read whole and holds at most 64 MiB.
///
/// The dump has numbers that aren't GTINs, and repeated numbers. If the header has the dump's names, such lines are
/// skipped, and the first of two counts. In a file with hsync's names both are errors, because the user wrote it by
/// hand.
package struct ProductFile: LocalProductSource {
  package let name: String
  private let products: [GTIN: Product]

  /// The value of `Product.source`.
  package static let sourceName = "product_file"

  /// Reads a file.
  ///
  /// - Throws: When it can't be read, or a line is wrong; the message names file and line.
  package init(contentsOf path: String) throws(ProductError) {
    try self.init(bytes: ProductFile.read(path), name: path)
  }

  /// Reads the bytes of a file; `name` is what messages call it.
  init(bytes: [UInt8], name: String) throws(ProductError) {
    self.name = name
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    guard var header = lines.popFirst() else { throw ProductFile.noHeader(name) }
    if header.starts(with: [0xEF, 0xBB, 0xBF]) { header = header.dropFirst(3) }
    let columns = try ProductColumns(header: ProductFile.cells(header), file: name)
    var products: [GTIN: Product] = [:]
    var lineOf: [GTIN: Int] = [:]
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      let number = index + 2
      guard String(validating: line, as: UTF8.self) != nil else {
        throw ProductFile.badRow(name, number, "isn't UTF-8")
      }
      let product: Product
      do throws(ProductColumns.Problem) {
        guard let read = try columns.product(of: ProductFile.cells(line)) else { continue }
        product = read
      } catch {
        throw ProductFile.badRow(name, number, error.sentence)
      }
      if let earlier = lineOf[product.gtin] {
        if columns.isDump { continue }
        throw ProductFile.badRow(name, number, "has the code \(product.gtin) of line \(earlier) again")
      }
      lineOf[product.gtin] = number
      products[product.gtin] = product
    }
    self.products = products
  }

  /// All products, in no order.
  var all: [Product] { Array(products.values) }

  /// The number of products.
  package var count: Int { products.count }

  package func localAnswer(for gtin: GTIN) throws(ProductError) -> ProductAnswer {
    products[gtin].map(ProductAnswer.found) ?? .notFound
  }

  private static let maxBytes = 64 << 20

  private static func read(_ path: String) throws(ProductError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { readPart(of: descriptor, into: $0) }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
      if bytes.count > maxBytes {
        throw ProductError(
          code: .fileUnreadable, message: "\(path) is larger than a product file may be, \(maxBytes >> 20) MiB",
          hint: "keep the lines of the products you eat", kind: .badData)
      }
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> ProductError {
    let kind: ErrorKind =
      switch code {
      case ENOENT, ENOTDIR, EISDIR: .noInput
      case EACCES, EPERM: .noPermission
      default: .io
      }
    let reason = strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)"
    return ProductError(code: .fileUnreadable, message: "the product file \(path) can't be read: \(reason)", kind: kind)
  }

  /// Cells of a line, its end of either kind gone.
  private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let content = line.last == 0x0D ? line.dropLast() : line
    return content.split(separator: 0x09, omittingEmptySubsequences: false)
  }

  static func noHeader(_ file: String) -> ProductError {
    ProductError(
      code: .badHeader, message: "\(file):1 doesn't name the columns code and name, separated by tabs",
      hint: "the first line of a product file is: code<tab>name<tab>energy_kcal_100g…", kind: .badData)
  }

  private static func badRow(_ file: String, _ line: Int, _ what: String) -> ProductError {
    ProductError(code: .badRow, message: "\(file):\(line) \(what)", hint: nil, kind: .badData)
  }
}
