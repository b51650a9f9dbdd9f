import ArgumentParser
import ParlandoCore
import ParlandoPresenters

/// Command `parlandoctl rhythm judge`, which judges how an exercise was played.
struct JudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: tr("Judge how an exercise was played, as JSON."),
        discussion: HelpText.paragraphs(
            tr(
                "A recording is heard as in microphone mode; see 'parlandoctl rhythm detect'. With --reference (what "
                    + "the loudspeaker was given, on the same time line) the first click is found in it, the metronome "
                    + "is taken out of the recording, and the time from the loudspeaker to the microphone is measured "
                    + "and taken off."),
            tr(
                "--strokes takes a JSON file instead: a list of seconds since the first click of the count-in, or of "
                    + "objects with such a \"t\" (those with \"accepted\": false are left out), or "
                    + "{\"strokes\": [...]}; also what 'rhythm detect' writes, one object a line. "
                    + "- reads standard input."),
            tr(
                "Each note belongs to the moments that are nearest to it. By the share of the interval to the "
                    + "neighbour on that side, a stroke is perfect (up to 15 %), good (30 %) or inaccurate (50 %); one "
                    + "too many, or in a rest, is a stray; a note without a stroke is missed. "
                    + "Strokes in the count-in are ignored."),
            tr(
                "The result is one object: verdicts, in order of time, each with grade, note and stroke (numbered from "
                    + "0; null for a stray's note and a missed note's stroke), bar and beat (from 1), expected and t "
                    + "(seconds since the first click of the count-in) and deviation_ms (late is positive); and "
                    + "results with counts, mean_ms, spread_ms (standard deviation), seconds, histogram, places, "
                    + "ignored, and the accuracy in percent:"),
            HelpText.form("100 · (perfect + good) / (perfect + good + missed + stray)"),
            HelpText.examples(
                "parlandoctl rhythm judge --bpm 90 --bars 2 --pattern quarter --strokes taps.json | jq .results",
                "parlandoctl rhythm judge --bpm 90 --bars 8 --pattern eighths take.wav --reference clicks.wav")))

    @Argument(help: ArgumentHelp(tr("What the microphone recorded.")), completion: .file())
    var recording: String?

    @OptionGroup var exercise: ExerciseArguments

    @Option(help: ArgumentHelp(tr("A JSON file of strokes, in place of a recording.")), completion: .file())
    var strokes: String?

    @Option(help: ArgumentHelp(tr("What the loudspeaker was given meanwhile.")), completion: .file())
    var reference: String?

    @Option(help: ArgumentHelp(tr("A few strokes of the instrument alone, at least three.")), completion: .file())
    var calibration: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            tr("Where the first click is in the recording, when there is no reference. Default: 0."),
            valueName: tr("seconds")))
    var start: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            tr("By how much every stroke comes too late; it is taken off. Default: what the reference tells, or 0."),
            valueName: tr("ms")))
    var latency: Double?

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard (recording == nil) != (strokes == nil) else {
            throw ValidationError(tr("Name either a recording or, with --strokes, a file of strokes."))
        }
        guard recording != nil || (reference == nil && calibration == nil && start == nil) else {
            throw ValidationError(tr("--reference, --calibration and --start go with a recording."))
        }
        guard reference == nil || start == nil else {
            throw ValidationError(
                tr("--start is not needed with --reference: the first click is found in it."))
        }
        guard latency?.isFinite ?? true, start?.isFinite ?? true else {
            throw ValidationError(tr("--latency and --start take a number."))
        }
    }

    func run() async throws {
        try await Failure.reporting {
            let plan = try exercise.schedule()
            let played = try recording.map(listen) ?? PlayedStrokes(StrokeFile.read(strokes ?? "-"))
            try Output.line(JudgementDocument(plan, played.late(by: latency.map { $0 / 1000 })).jsonLine())
        }
    }

    private func listen(to path: String) throws(Failure) -> PlayedStrokes {
        let performance = try RecordedPerformance(path: path, reference: reference, calibration: calibration)
        return try PlayedStrokes(performance, firstClick: performance.firstClick ?? start ?? 0)
    }
}
