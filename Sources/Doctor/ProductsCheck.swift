import HealthDesk
import HealthModel
import Products
import Settings

/// Checks the product file, if there is one.
struct ProductsCheck: Checkup {
  let premises: Premises

  /// A year: products change their recipes, and labels their numbers.
  private static let oldMs: Int64 = 365 * 86_400_000

  func findings() -> [Finding] {
    guard case .success(let values) = premises.settings, let configuration = try? Configuration(values) else { return [] }
    guard let path = configuration.productFile else {
      return [
        .ok("products", configuration.isOffline ? "no product file, and offline: only what was found before" : "from Open Food Facts")
      ]
    }
    do throws(ProductError) {
      let file = try ProductFile(contentsOf: path)
      let age = premises.nowMs - (FileRights(path)?.changedAtMs ?? premises.nowMs)
      let words = "\(premises.shown(path)), \(Quantity.grouped(file.count)) products, changed \(Age(ms: age).words)"
      return [
        age > ProductsCheck.oldMs ? .warn("products", words, "get a new one, or touch it if it is still right") : .ok("products", words)
      ]
    } catch {
      return [premises.fail("products", error, remedy: "hsync config set products.file FILE, or mend it")]
    }
  }
}
