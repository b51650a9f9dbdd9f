import ParlandoCore
import ParlandoSignal

/// Learns an instrument, or calibrates the latency with the microphone. Ends once its ear has a result.
struct ListeningSession: RhythmSession {
    enum Purpose: Sendable {
        case instrument
        case latency
    }

    private let purpose: Purpose
    private let tools: RhythmTools
    private let options: TransportOptions
    private let maker = CalibrationMaker()
    private var transport: TransportUse
    private var ear: EarLine?
    private var isEnding = false

    init(_ purpose: Purpose, options: TransportOptions, tools: RhythmTools) {
        self.purpose = purpose
        self.tools = tools
        self.options = TransportOptions(output: options.output, listens: true, input: options.input)
        transport = TransportUse(tools)
    }

    var isOver: Bool {
        isEnding && transport.isClosed
    }

    let wake: HostTime? = nil

    mutating func begin() {
        tools.outbox.post(.phase(purpose == .instrument ? .learning : .calibrating))
        transport.open(options, playing: maker)
    }

    mutating func handle(_ event: RhythmSessionEvent) {
        if let error = transport.note(event) {
            fail(.audio(error))
        }
        guard !isEnding else {
            return
        }
        switch event {
        case .command(.stop), .transportEnded:
            end()
        case .transport(.running(let playbackRate, let captureRate)):
            run(playbackRate: playbackRate, captureRate: captureRate)
        case .transport(.lost(let error)):
            fail(.audio(error))
        case .transport(let news):
            ear?.pass(news)
        case .heard(let news, _): take(news)
        case .command, .ready, .opened, .notOpened, .woke:
            break
        }
    }

    private mutating func run(playbackRate: Int, captureRate: Int?) {
        guard let captureRate, let voice = maker.latest else {
            return
        }
        ear = EarLine(tools, captureRate: captureRate) { [purpose] in
            switch purpose {
            case .latency: return LatencyEar(voice, playbackRate: playbackRate, captureRate: captureRate)
            case .instrument: return InstrumentEar(captureRate: captureRate)
            }
        }
    }

    private mutating func take(_ news: EarNews) {
        switch news {
        case .level(let level):
            tools.outbox.post(.level(level))
        case .counted(let count):
            let needed = purpose == .instrument ? InstrumentLearner.needed : CalibrationSound.bursts
            tools.outbox.post(.count(count, of: needed))
        case .learned(let instrument):
            tools.outbox.post(.instrument(instrument))
            end()
        case .measured(let calibration):
            tools.outbox.post(.calibration(calibration))
            end()
        case .failed(let failure):
            fail(failure)
        case .stroke, .moved, .restarted, .loudspeaker, .warning:
            break
        }
    }

    private mutating func fail(_ failure: RhythmFailure) {
        tools.outbox.post(.failure(failure))
        end()
    }

    private mutating func end() {
        isEnding = true
        ear?.end()
        transport.close()
    }
}
