import ParlandoCore
import ParlandoSignal

/// Learns an instrument, or calibrates the latency with the microphone. Ends once its ear has a result.
struct ListeningSession: RhythmSession {
    let tools: RhythmTools
    var transport: TransportUse
    /// An instrument; otherwise the latency is measured.
    private let learns: Bool
    private let options: TransportOptions
    private let maker = CalibrationMaker()
    private var ear: EarLine?

    init(learns: Bool, options: TransportOptions, tools: RhythmTools) {
        self.learns = learns
        self.tools = tools
        self.options = TransportOptions(output: options.output, listens: true, input: options.input)
        transport = TransportUse(tools)
    }

    let wake: HostTime? = nil

    mutating func begin() {
        tools.outbox.post(.phase(learns ? .learning : .calibrating))
        transport.open(options, playing: maker)
    }

    mutating func take(_ event: RhythmSessionEvent) {
        switch event {
        case .command(.stop), .transportEnded:
            end()
        case .transport(.running(let playbackRate, let captureRate)):
            run(playbackRate: playbackRate, captureRate: captureRate)
        case .transport(.lost(let error)):
            fail(.audio(error))
        case .transport(let news):
            ear?.pass(news)
        case .heard(.event(let event), _):
            tools.outbox.post(event)
            switch event {
            case .instrument, .calibration, .failure: end()
            default: break
            }
        case .heard, .command, .ready, .opened, .notOpened, .woke:
            break
        }
    }

    private mutating func run(playbackRate: Int, captureRate: Int?) {
        guard let captureRate, let voice = maker.latest else {
            return
        }
        ear = EarLine(tools, captureRate: captureRate) { [learns] in
            if learns {
                return InstrumentEar(captureRate: captureRate)
            }
            return LatencyEar(voice, playbackRate: playbackRate, captureRate: captureRate)
        }
    }

    mutating func end() {
        ear?.end()
        transport.close()
    }
}
