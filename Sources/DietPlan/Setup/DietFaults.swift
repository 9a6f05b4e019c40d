/// All faults of a set-up, in the order of its steps.
package struct DietFaults: Error, Sendable, Hashable {
  /// At least one.
  package let faults: [DietFault]

  /// Some faults.
  package init(_ faults: [DietFault]) { self.faults = faults }
}
