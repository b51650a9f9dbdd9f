import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// Command `parlandoctl rhythm calibrate`, which measures the latency from loudspeaker to microphone.
struct CalibrateCommand: AsyncParsableCommand {
    private struct Document: Encodable {
        private enum CodingKeys: String, CodingKey {
            case median = "median_ms"
            case spread = "spread_ms"
            case uncertainty = "uncertainty_ms"
            case signalToNoise = "signal_to_noise_db"
            case output
            case microphone
        }

        let median: Double
        let spread: Double
        let uncertainty: Double
        let signalToNoise: Double?
        let output: String
        let microphone: String
    }

    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: tr("Measure how late the loudspeaker is heard by the microphone."),
        discussion: HelpText.paragraphs(
            tr(
                "Waits until the sound system keeps time, about twelve seconds, then plays three bursts of loud noise "
                    + "and listens for them. Take off headphones, put the microphone where it hears the loudspeaker, "
                    + "and be quiet for sixteen seconds. Writes one JSON object: median_ms, uncertainty_ms (its "
                    + "standard deviation), spread_ms (of the bursts), signal_to_noise_db, output, microphone; and "
                    + "says the same in words. On a busy computer it waits up to half a minute. Exits with 69 when "
                    + "the noise is not heard, the bursts differ by more than 0.1 ms, or the sound system does not "
                    + "keep time."),
            HelpText.examples(
                "parlandoctl rhythm calibrate",
                "parlandoctl rhythm calibrate --output plughw:CARD=PCH,DEV=0 --microphone plughw:CARD=USB,DEV=0")))

    @Option(help: ArgumentHelp(tr("Loudspeaker, by its ALSA name. Default: the system's.")))
    var output: String?

    @Option(
        help: ArgumentHelp(tr("Microphone, by its ALSA name; see 'parlandoctl devices'. Default: the system's.")))
    var microphone: String?

    @OptionGroup var log: LogArguments

    func run() async throws {
        try await Failure.reporting {
            let options = TransportOptions(output: output, listens: true, input: microphone)
            let service = RhythmService(transport: ALSATransport(), clock: SystemMonotonicClock())
            Output.error(
                tr("Three bursts of loud noise follow in about twelve seconds. Take off headphones, or press Ctrl+C."))
            let found = try await Self.measure(with: service, options)
            let document = Document(
                median: Self.milliseconds(found.median), spread: Self.milliseconds(found.spread),
                uncertainty: Self.milliseconds(found.uncertainty),
                signalToNoise: found.signalToNoise.map { ($0 * 10).rounded() / 10 },
                output: output ?? AudioDevice.systemDefault.id,
                microphone: microphone ?? AudioDevice.systemDefault.id)
            try Output.line(document.jsonLine())
            Output.error(
                tr(
                    "The loudspeaker is heard {latency} ± {uncertainty} late; the bursts differ by {spread}; the "
                        + "signal to noise is {ratio}.",
                    [
                        "latency": Quantities.milliseconds(found.median),
                        "uncertainty": Quantities.milliseconds(found.uncertainty),
                        "spread": Quantities.milliseconds(found.spread),
                        "ratio": Quantities.decibels(found.signalToNoise ?? 0),
                    ]))
        }
    }

    /// Returns milliseconds in hundredths. No digit is told that the uncertainty of a latency leaves without meaning.
    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 100_000).rounded() / 100
    }

    @MainActor private static func measure(
        with service: RhythmService, _ options: TransportOptions
    ) async throws(Failure) -> LatencyCalibration {
        let listener = RhythmListener()
        service.delegate = listener
        let interrupts = Interrupts()
        defer { interrupts.stop() }
        let ending = interrupts.each { await service.stop() }
        defer { ending.cancel() }
        await service.calibrate(options)
        var result: Result<LatencyCalibration, Failure>?
        for await event in listener.events {
            switch event {
            case .count(let count, let needed): Output.status(status(count, of: needed))
            case .calibration(let calibration): result = .success(calibration)
            case .failure(let failure): result = .failure(Failure(failure))
            case .phase(.idle):
                Output.status("")
                return try (result ?? .failure(interrupts.failure ?? Failure(.interrupted, ""))).get()
            case .phase, .clock, .verdicts, .results, .level, .warning, .instrument: break
            }
        }
        throw Failure(.interrupted, "")
    }

    /// Returns the progress message. After the last burst it says what the command is waiting for, because with only a
    /// number it would seem to hang.
    private static func status(_ count: Int, of needed: Int) -> String {
        count < needed
            ? RhythmWording.strokes(count, of: needed) : RhythmWording.waitingForClock(.microphone) + "…"
    }
}
