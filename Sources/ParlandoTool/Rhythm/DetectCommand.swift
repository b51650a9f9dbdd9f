import ArgumentParser
import ParlandoPresenters
import ParlandoSignal

/// `parlandoctl rhythm detect`
struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: tr("Find the strokes in a recording of an instrument."),
        discussion: HelpText.paragraphs(
            tr(
                "Writes a line of JSON for the beginning of each sound. t is in seconds from the start of the recording:"
            ),
            HelpText.form(#"{"t":4.4567,"strength":0.93,"accepted":true,"reason":"stroke","decided":4.48}"#),
            tr(
                "A stroke is a note played on the instrument. reason is stroke, click or other; only strokes are "
                    + "accepted. Without --reference, clicks may be taken for strokes; without --calibration, any "
                    + "sound may. decided is when the decision was made. --features is for developers."),
            HelpText.examples(
                "parlandoctl rhythm detect take.wav",
                "parlandoctl rhythm detect take.wav --reference clicks.wav --calibration six-claps.wav")))

    @Argument(help: ArgumentHelp(tr("Recording from the microphone.")), completion: .file())
    var recording: String

    @Option(help: ArgumentHelp(tr("Sound file that the speaker played during the recording.")), completion: .file())
    var reference: String?

    @Option(
        help: ArgumentHelp(tr("Recording of at least three strokes of the instrument, with no other sound.")),
        completion: .file())
    var calibration: String?

    @Flag(help: ArgumentHelp(tr("Write the features of every candidate instead of the strokes.")))
    var features = false

    @Option(help: ArgumentHelp(tr("With --features: JSON file of the true strokes.")), completion: .file())
    var strokes: String?

    @OptionGroup var log: LogArguments

    func validate() throws {
        guard features || strokes == nil else {
            throw ValidationError(tr("--strokes can only be used with --features."))
        }
    }

    func run() async throws {
        let performance = try RecordedPerformance(
            path: recording, reference: reference, calibration: calibration)
        guard !features else {
            let known = try strokes.map { path throws(Failure) in try StrokeFile.read(path) }
            for candidate in try performance.candidates(known: known) {
                try Output.line(candidate.line(rate: performance.rate))
            }
            return
        }
        for onset in try performance.onsets() {
            try Output.line(onset.line(rate: performance.rate))
        }
    }
}

// The order of the keys is fixed, so that lines can be compared.

extension Onset {
    fileprivate func line(rate: Int) -> String {
        "{\"t\":\(rounded(frame / Double(rate), 1e6)),\"strength\":\(rounded(strength, 1e3)),"
            + "\"accepted\":\(isAccepted),\"reason\":\"\(reason.rawValue)\","
            + "\"decided\":\(rounded(Double(decided) / Double(rate), 1e6))}"
    }
}

extension OnsetCandidate {
    fileprivate func line(rate: Int) -> String {
        let values = OnsetFeature.allCases.map { "\"\($0)\":\(features[$0])" }
        return "{\"t\":\(rounded(frame / Double(rate), 1e6)),\"end\":\(rounded(end / Double(rate), 1e6)),"
            + "\"click\":\(isClick),\"accepted\":\(isAccepted),\"features\":{\(values.joined(separator: ","))}}"
    }
}

private func rounded(_ value: Double, _ scale: Double) -> Double {
    (value * scale).rounded() / scale
}
