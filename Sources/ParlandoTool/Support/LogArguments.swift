import ArgumentParser
import ParlandoPresenters

/// Command-line option for the log, which every command has.
struct LogArguments: ParsableArguments {
    /// Whether the log is on. The log begins before the command line is parsed, so the arguments are searched for the
    /// option here.
    static let isVerbose = RawArguments.all.prefix { $0 != "--" }.contains("--verbose")

    @Flag(help: ArgumentHelp(tr("Log every stage of the work to standard error.")))
    var verbose = false
}
