import ArgumentParser
import Settings

extension TypedNumber: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
