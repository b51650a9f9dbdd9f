import ArgumentParser
import ParlandoCore

/// `parlandoctl rhythm judge`
struct JudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Judge how an exercise was played, as JSON.",
        discussion: """
            --strokes takes a JSON file: a list of seconds since the first click of the count-in, or of objects with \
            such a "t" (those with "accepted": false are left out), or {"strokes": [...]}; also what 'rhythm detect' \
            writes, one object a line. - reads standard input.

            Each note belongs to the moments that are nearest to it. By the share of the interval to the neighbour on \
            that side, a stroke is perfect (up to 15 %), good (30 %) or inaccurate (50 %); one too many, or in a rest, \
            is a stray; a note without a stroke is missed. Strokes in the count-in are ignored.

            The result is one object: verdicts, in order of time, each with grade, note and stroke (numbered from 0; \
            null for a stray's note and a missed note's stroke), bar and beat (from 1), expected and t (seconds since \
            the first click of the count-in) and deviation_ms (late is positive); and results with counts, mean_ms, \
            spread_ms (standard deviation), seconds, histogram, places, ignored, and the accuracy in percent:

              100 · (perfect + good) / (perfect + good + missed + stray)

            Example:
              parlandoctl rhythm judge --bpm 90 --bars 2 --pattern quarter --strokes taps.json | jq .results.accuracy
            """)

    @OptionGroup var exercise: ExerciseArguments

    @Option(help: "A JSON file of strokes.", completion: .file())
    var strokes: String

    @Option(help: ArgumentHelp("Milliseconds that every stroke arrives too late, taken off.", valueName: "ms"))
    var latency = 0.0

    func run() async throws {
        try await Failure.reporting {
            let plan = try exercise.schedule()
            guard latency.isFinite else {
                throw Failure(.usage, "--latency: give a number of milliseconds.")
            }
            let heard = try StrokeFile.read(strokes).map { $0 - latency / 1000 }
            let document = JudgementDocument(plan, strokes: heard)
            try Output.line(document.jsonLine())
        }
    }
}
