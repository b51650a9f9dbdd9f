public import ArgumentParser
public import ParlandoCore
import ParlandoPresenters

/// Makes a time signature the value of a command-line option.
extension Meter: ExpressibleByArgument {
    /// Help for an option of this type. The value name lists the time signatures to choose from.
    static let help = ArgumentHelp(
        tr("Time signature; the tempo counts its beats."),
        valueName: Meter.allCases.map(\.rawValue).joined(separator: "|"))
}
