import ArgumentParser
import Settings

extension WeightUnit: ExpressibleByArgument {}
