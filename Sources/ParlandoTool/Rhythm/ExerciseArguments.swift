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

    @Option(help: Meter.help)
    var meter = Meter.fourFour

    func schedule() throws(Failure) -> Schedule {
        guard let number = Double(bpm), let tempo = Tempo(beatsPerMinute: number) else {
            throw Failure(tempo: bpm)
        }
        guard let bars = Int(bars), (1...Self.mostBars).contains(bars) else {
            throw Failure(
                .usage,
                "--bars \(bars): " + tr("give a whole number from 1 to {most}.", ["most": "\(Self.mostBars)"]))
        }
        return Schedule(Exercise(.sequence(try patterns()), bars: bars, meter: meter), tempo: tempo)
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

extension Meter: ExpressibleByArgument {
    /// The value name lists all time signatures.
    static let help = ArgumentHelp(
        tr("Time signature; its lower number is the beat that --bpm counts: eighths in 6/8."),
        valueName: Meter.allCases.map(\.rawValue).joined(separator: "|"))
}
