import ActivityWindow
import ArgumentParser

extension ActivityMode: ExpressibleByArgument {}
extension Activity: ExpressibleByArgument {}
extension Preset: ExpressibleByArgument {}
extension Dog.Size: ExpressibleByArgument {}
extension Dog.Coat: ExpressibleByArgument {}
extension Dog.HeatSensitivity: ExpressibleByArgument {}
