/// A least squares problem of up to ten unknowns, as its normal equations. Scratch inside: belongs to one thread.
final class NormalEquations {
  /// The most unknowns.
  static let capacity = 10

  /// Row-major, `capacity` doubles a row: sums of products of the basis functions. Only the lower triangle, column ≤ row, is read.
  let matrix: UnsafeMutablePointer<Double>
  /// Sums of products of the basis functions with the data; the unknowns after `solve`.
  let vector: UnsafeMutablePointer<Double>

  init() {
    matrix = .allocate(capacity: Self.capacity * Self.capacity)
    matrix.initialize(repeating: 0, count: Self.capacity * Self.capacity)
    vector = .allocate(capacity: Self.capacity)
    vector.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    matrix.deallocate()
    vector.deallocate()
  }

  /// The entry for two basis functions.
  @inline(__always)
  subscript(row: Int, column: Int) -> Double {
    get { matrix[Self.capacity &* row &+ column] }
    set { matrix[Self.capacity &* row &+ column] = newValue }
  }

  /// Sets everything to 0.
  func clear() {
    matrix.update(repeating: 0, count: Self.capacity * Self.capacity)
    vector.update(repeating: 0, count: Self.capacity)
  }

  /// Replaces `vector` by the solution. Returns false when the equations are singular or contain NaN or infinity.
  ///
  /// Cholesky: the matrix is symmetric and positive definite, M = L Lᵀ, so no pivots have to be searched.
  func solve(_ count: Int) -> Bool {
    for row in 0..<count {
      for column in 0...row {
        var sum = self[row, column]
        for k in 0..<column { sum -= self[row, k] * self[column, k] }
        if row == column {
          guard sum > 1e-9 else { return false }
          self[row, row] = sum.squareRoot()
        } else {
          self[row, column] = sum / self[column, column]
        }
      }
    }
    for row in 0..<count {
      for k in 0..<row { vector[row] -= self[row, k] * vector[k] }
      vector[row] /= self[row, row]
    }
    for row in stride(from: count - 1, through: 0, by: -1) {
      for k in row + 1..<count { vector[row] -= self[k, row] * vector[k] }
      vector[row] /= self[row, row]
    }
    return true
  }
}
