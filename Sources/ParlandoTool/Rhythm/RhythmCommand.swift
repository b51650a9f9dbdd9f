import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// `parlandoctl rhythm`, and the commands that use sound devices
struct RhythmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rhythm",
        abstract: tr("Play a metronome, and judge how well a rhythm was played."),
        discussion: HelpText.examples(
            "parlandoctl rhythm metronome --bpm 90",
            "parlandoctl rhythm judge --bpm 90 --bars 8 --pattern quarter,eighths --strokes taps.json"),
        subcommands: [
            RenderCommand.self, DetectCommand.self, JudgeCommand.self, CalibrateCommand.self, MetronomeCommand.self,
        ])
}

struct MetronomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metronome",
        abstract: tr("Play the metronome."),
        discussion: HelpText.paragraphs(
            tr("Clicks on each beat and accents the first of a bar, until Ctrl+C."),
            HelpText.examples(
                "parlandoctl rhythm metronome --bpm 90",
                "parlandoctl rhythm metronome --bpm 120 --subdivision 2 --seconds 60")))

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("Tempo in beats per minute, 20 to 300; 133.33 is fine.")))
    var bpm: String

    @OptionGroup var clicks: ClickArguments

    @Option(help: ArgumentHelp(tr("Stop after this many seconds.")))
    var seconds: Double?

    @Option(help: ArgumentHelp(tr("Loudspeaker, by its ALSA name; see 'aplay -L'. Default: the system's.")))
    var output: String?

    @OptionGroup var log: LogArguments

    func validate() throws {
        if let seconds, !(seconds > 0) {
            throw ValidationError(tr("--seconds must be more than 0."))
        }
    }

    func run() async throws {
        guard let number = Double(bpm), let tempo = Tempo(beatsPerMinute: number) else {
            throw Failure(tempo: bpm)
        }
        let options = RhythmOptions(
            exercise: nil, tempo: tempo, meter: clicks.meter, clicks: clicks.pattern, input: .none,
            transport: TransportOptions(output: output))
        let service = RhythmService(transport: ALSATransport(), clock: SystemMonotonicClock())
        try await Self.play(with: service, options, seconds: seconds)
    }

    @MainActor private static func play(
        with service: RhythmService, _ options: RhythmOptions, seconds: Double?
    ) async throws(Failure) {
        let listener = RhythmListener(to: service)
        let timer = Task {
            // At most 30 years: what is much longer, or endless, is out of range.
            if let seconds, (try? await Task.sleep(for: .seconds(min(seconds, 1e9)))) != nil {
                await service.stop()
            }
        }
        defer {
            listener.interrupts.stop()
            timer.cancel()
        }
        await service.start(options)
        var failure: RhythmFailure?
        for await event in listener.events {
            switch event {
            case .failure(let reason): failure = reason
            case .warning(let warning): Output.error(warning.message?.text ?? "")
            // The lost device is back.
            case .phase(.playing): failure = nil
            // The failure comes after it.
            case .phase(.deviceLost): Output.error(RhythmWording.lost.text)
            case .phase(.idle):
                if let failure {
                    throw Failure(failure)
                }
                // Ctrl-C is how one stops a metronome.
                if let interruption = listener.interrupts.failure, interruption.code != .interrupted {
                    throw interruption
                }
                return
            case .phase, .clock, .verdicts, .results, .level, .count, .instrument, .calibration, .drift, .upcoming,
                .pass:
                break
            }
        }
    }
}

struct CalibrateCommand: AsyncParsableCommand {
    private struct Document: Encodable {
        let median_ms: Double
        let spread_ms: Double
        let uncertainty_ms: Double
        let signal_to_noise_db: Double?
        let output: String
        let microphone: String
    }

    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: tr("Measure the delay from the loudspeaker to the microphone."),
        discussion: HelpText.paragraphs(
            tr(
                "Unplug headphones, put the microphone near the speaker, and be quiet. Three bursts of loud noise are "
                    + "played after about twelve seconds."),
            tr(
                "Writes JSON: median_ms is the delay, uncertainty_ms its standard deviation, spread_ms how much the "
                    + "bursts differ. Exits with 69 if the noise is not heard or the bursts differ by more than 0.1 ms."
            ),
            HelpText.examples(
                "parlandoctl rhythm calibrate",
                "parlandoctl rhythm calibrate --output plughw:CARD=PCH,DEV=0 --microphone plughw:CARD=USB,DEV=0")))

    @Option(help: ArgumentHelp(tr("Loudspeaker, by its ALSA name; see 'aplay -L'. Default: the system's.")))
    var output: String?

    @Option(
        help: ArgumentHelp(tr("Microphone, by its ALSA name; see 'parlandoctl devices'. Default: the system's.")))
    var microphone: String?

    @OptionGroup var log: LogArguments

    func run() async throws {
        let options = TransportOptions(output: output, listens: true, input: microphone)
        let service = RhythmService(transport: ALSATransport(), clock: SystemMonotonicClock())
        Output.error(
            tr("Three bursts of loud noise follow in about twelve seconds. Take off headphones, or press Ctrl+C."))
        let found = try await Self.measure(with: service, options)
        let document = Document(
            median_ms: Self.milliseconds(found.median), spread_ms: Self.milliseconds(found.spread),
            uncertainty_ms: Self.milliseconds(found.uncertainty),
            signal_to_noise_db: found.signalToNoise.map { ($0 * 10).rounded() / 10 },
            output: output ?? AudioDevice.systemDefault.id,
            microphone: microphone ?? AudioDevice.systemDefault.id)
        try Output.line(document.jsonLine())
        let places = [
            "latency": Quantities.milliseconds(abs(found.median)),
            "uncertainty": Quantities.milliseconds(found.uncertainty),
            "spread": Quantities.milliseconds(found.spread),
            "ratio": Quantities.decibels(found.signalToNoise ?? 0),
        ]
        Output.error(
            found.median < 0
                ? tr(
                    "The loudspeaker is heard {latency} ± {uncertainty} earlier than the sound system reports; the "
                        + "bursts differ by {spread}; the signal to noise is {ratio}.", places)
                : tr(
                    "The loudspeaker is heard {latency} ± {uncertainty} late; the bursts differ by {spread}; the "
                        + "signal to noise is {ratio}.", places))
    }

    /// Hundredths of a millisecond: finer ones are below the uncertainty.
    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 100_000).rounded() / 100
    }

    @MainActor private static func measure(
        with service: RhythmService, _ options: TransportOptions
    ) async throws(Failure) -> LatencyCalibration {
        let listener = RhythmListener(to: service)
        defer { listener.interrupts.stop() }
        await service.calibrate(options)
        var result: Result<LatencyCalibration, Failure>?
        for await event in listener.events {
            switch event {
            case .count(let count, let needed): Output.status(status(count, of: needed))
            case .calibration(let calibration): result = .success(calibration)
            case .failure(let failure): result = .failure(Failure(failure))
            case .phase(.idle):
                Output.status("")
                return try (result ?? .failure(listener.interrupts.failure ?? Failure(.interrupted, ""))).get()
            case .phase, .clock, .verdicts, .results, .level, .warning, .instrument, .drift, .upcoming, .pass: break
            }
        }
        throw Failure(.interrupted, "")
    }

    /// After the last burst, a mere number would look as if the command hung.
    private static func status(_ count: Int, of needed: Int) -> String {
        count < needed
            ? RhythmWording.strokes(count, of: needed) : RhythmWording.waitingForClock(.microphone) + "…"
    }
}

/// Passes the events of a rhythm service to a single reader. A signal stops the service.
@MainActor final class RhythmListener: RhythmServiceDelegate {
    let events: AsyncStream<RhythmEvent>
    let interrupts = Interrupts()
    private let input: AsyncStream<RhythmEvent>.Continuation

    init(to service: RhythmService) {
        (events, input) = AsyncStream.makeStream(of: RhythmEvent.self)
        service.delegate = self
        _ = interrupts.each { await service.stop() }
    }

    func rhythmService(_ service: RhythmService, didReport event: RhythmEvent) {
        input.yield(event)
    }
}
