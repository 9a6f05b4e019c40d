import HealthModel

/// The borders of local days in one time zone, as instants.
package struct LocalDays: Sendable {}
