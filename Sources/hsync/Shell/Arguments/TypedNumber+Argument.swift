import ArgumentParser
import HealthModel

extension TypedNumber: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
