import ArgumentParser
import ParlandoALSA
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// Command `parlandoctl rhythm metronome`, which plays the metronome.
struct MetronomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metronome",
        abstract: tr("Play the metronome."),
        discussion: HelpText.paragraphs(
            tr("The metronome of the window: a click on each beat, the first of a bar accented, until Ctrl-C."),
            HelpText.examples("parlandoctl rhythm metronome --bpm 90 --seconds 60")))

    @Option(parsing: .unconditional, help: ArgumentHelp(tr("Tempo in beats per minute, 20 to 300; 133.33 is fine.")))
    var bpm: String

    @Option(help: Meter.help)
    var meter = Meter.fourFour

    @Option(help: ArgumentHelp(tr("Clicks in a beat, 1 to 4; all but the first are soft.")))
    var subdivision = 1

    @Option(help: ArgumentHelp(tr("Stop after so many seconds.")))
    var seconds: Double?

    @Option(help: ArgumentHelp(tr("Loudspeaker, by its ALSA name. Default: the system's.")))
    var output: String?

    @OptionGroup var log: LogArguments

    func validate() throws {
        if let seconds, !(seconds > 0) {
            throw ValidationError(tr("--seconds is more than 0."))
        }
        guard ClickPattern.subdivisions.contains(subdivision) else {
            throw ValidationError(tr("--subdivision is a whole number from 1 to 4."))
        }
    }

    func run() async throws {
        try await Failure.reporting {
            guard let number = Double(bpm), let tempo = Tempo(beatsPerMinute: number) else {
                throw Failure(tempo: bpm)
            }
            let options = RhythmOptions(
                exercise: nil, tempo: tempo,
                clicks: ClickPattern(beats: meter.beats, clicksPerBeat: subdivision), input: .none,
                transport: TransportOptions(output: output))
            let service = RhythmService(transport: ALSATransport(), clock: SystemMonotonicClock())
            try await Self.play(with: service, options, seconds: seconds)
        }
    }

    @MainActor private static func play(
        with service: RhythmService, _ options: RhythmOptions, seconds: Double?
    ) async throws(Failure) {
        let listener = RhythmListener()
        service.delegate = listener
        let interrupts = Interrupts()
        defer { interrupts.stop() }
        let ending = interrupts.each { await service.stop() }
        let timer = Task {
            if let seconds, (try? await Task.sleep(for: .seconds(seconds))) != nil {
                await service.stop()
            }
        }
        defer {
            ending.cancel()
            timer.cancel()
        }
        await service.start(options)
        var failure: RhythmFailure?
        for await event in listener.events {
            switch event {
            case .failure(let reason): failure = reason
            case .warning(let warning): Output.error(warning.message?.text ?? "")
            // The device that was lost is available again.
            case .phase(.playing): failure = nil
            case .phase(.deviceLost): Output.error(failure?.message.text ?? "")
            case .phase(.idle):
                if let failure {
                    throw Failure(failure)
                }
                // Ctrl-C is how a metronome is stopped.
                if let interruption = interrupts.failure, interruption.code != .interrupted {
                    throw interruption
                }
                return
            case .phase, .clock, .verdicts, .results, .level, .count, .instrument, .calibration: break
            }
        }
    }
}
