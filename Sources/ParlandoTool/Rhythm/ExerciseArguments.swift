public import ArgumentParser
public import ParlandoCore
import ParlandoPresenters
import ParlandoSystem

/// Options for an exercise: patterns, tempo and length.
struct ExerciseArguments: ParsableArguments {
    /// More than two hours at 300 BPM; more is taken for a mistake.
    private static let mostBars = 10_000

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("Tempo in beats per minute, 20 to 300; 133.33 is fine.")))
    var bpm: String

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("How many bars, without the count-in.")))
    var bars: String

    @Option(
        help: ArgumentHelp(
            tr(
                "Patterns in order, repeated until the bars are full, such as quarter, eighths, triplet or rest. An "
                    + "unknown name is answered with a list of all names."),
            valueName: tr("name,name…")))
    var pattern: String

    @OptionGroup var clicks: ClickArguments

    func schedule() throws(Failure) -> Schedule {
        guard let number = Double(bpm), let tempo = Tempo(beatsPerMinute: number) else {
            throw Failure(tempo: bpm)
        }
        guard let bars = Int(bars), (1...Self.mostBars).contains(bars) else {
            throw Failure(
                .usage,
                "--bars \(bars): " + tr("give a whole number from 1 to {most}.", ["most": "\(Self.mostBars)"]))
        }
        let exercise = Exercise(
            .sequence(try patterns()), bars: bars, meter: clicks.meter, swing: clicks.pattern.swing)
        return Schedule(exercise, tempo: tempo)
    }

    private func patterns() throws(Failure) -> [Pattern] {
        let library = try Self.library()
        let names = pattern.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        var patterns: [Pattern] = []
        for name in names {
            guard let pattern = library[name] else {
                let known = library.patterns.map(\.id).joined(separator: ", ")
                throw Failure(
                    .usage,
                    tr("There is no pattern {name}. There are: {list}.", ["name": name, "list": known]))
            }
            guard clicks.meter.offers(pattern) else {
                let places = ["name": name, "meter": clicks.meter.rawValue]
                throw Failure(.usage, tr("The pattern {name} does not fit into {meter}.", places))
            }
            patterns.append(pattern)
        }
        guard !patterns.isEmpty else {
            throw Failure(.usage, "--pattern: " + tr("name at least one pattern."))
        }
        return patterns
    }

    private static func library() throws(Failure) -> PatternLibrary {
        let path = try Folders().installed("patterns.json")
        do throws(PatternError) {
            return try PatternLibrary.load(path)
        } catch {
            throw Failure(error, path: path)
        }
    }
}

/// Options for the clicks.
struct ClickArguments: ParsableArguments {
    @Option(help: Meter.help)
    var meter = Meter.fourFour

    @Option(help: ArgumentHelp(tr("Clicks per beat, 1 to 6; all but the first are soft.")))
    var subdivision = 1

    @Option(help: ArgumentHelp(tr("Percent of a pair of eighths that the first one takes, 50 to 75.")))
    var swing = 50

    @Option(
        help: ArgumentHelp(
            tr("How many bars with clicks and how many silent ones take turns."), valueName: tr("heard+silent")))
    var silentBars: ClickGaps?

    var pattern: ClickPattern {
        ClickPattern(
            meter: meter, clicksPerBeat: subdivision, swing: Swing(percent: swing), gaps: silentBars ?? .none)
    }

    func validate() throws {
        guard ClickPattern.subdivisions.contains(subdivision) else {
            throw ValidationError(tr("--subdivision must be a whole number from 1 to 6."))
        }
        guard Swing.range.contains(swing) else {
            throw ValidationError(tr("--swing must be a whole number from 50 to 75."))
        }
    }
}

extension ClickGaps: ExpressibleByArgument {
    public init?(argument: String) {
        let bars = argument.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard bars.count == 2, bars.allSatisfy(Self.bars.contains) else {
            return nil
        }
        self.init(heardBars: bars[0], silentBars: bars[1])
    }
}

extension Meter: ExpressibleByArgument {
    /// The value name lists all time signatures.
    static let help = ArgumentHelp(
        tr("Time signature. --bpm counts its beats: dotted quarters in 6/8, eighths in 7/8."),
        valueName: Meter.allCases.map(\.rawValue).joined(separator: "|"))
}
