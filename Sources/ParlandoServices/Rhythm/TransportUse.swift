import ParlandoCore
import ParlandoSignal
import Synchronization

/// A state machine that opens, changes and closes the transport as a session requests. It forwards the transport's
/// events to the session.
///
///     closed → waiting → opening → open → closing → closed
///                           ↑        ↓
///                           └── changing (other devices)
struct TransportUse: Sendable {
    private enum Stand {
        case closed
        case waiting
        case opening
        case open
        case closing
        case changing
    }

    /// Whether it is to be closed for good.
    private(set) var isEnding = false
    private let tools: RhythmTools
    private var stand = Stand.closed
    /// What to open once all is ready, or the current devices are closed.
    private var next: (options: TransportOptions, voices: any AudioVoiceMaking)?

    init(_ tools: RhythmTools) {
        self.tools = tools
    }

    var isOpen: Bool {
        stand == .open
    }

    /// Not being opened either.
    var isClosed: Bool {
        stand == .closed
    }

    /// - Parameter ready: is waited for first, unless the transport is closed meanwhile.
    mutating func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking, after ready: Task<Void, Never>? = nil
    ) {
        if let ready {
            (stand, next) = (.waiting, (options, voices))
            Task { [tools] in
                await ready.value
                tools.door.yield(.ready)
            }
            return
        }
        stand = .opening
        Task { [tools] in
            do throws(AudioError) {
                let events = try await tools.transport.open(options, playing: voices)
                tools.door.yield(.opened)
                for await event in events {
                    tools.door.yield(.transport(event))
                }
                tools.door.yield(.transportEnded)
            } catch {
                tools.door.yield(.notOpened(error))
            }
        }
    }

    mutating func change(_ options: TransportOptions, playing voices: any AudioVoiceMaking) {
        guard stand != .closed, stand != .closing else {
            return
        }
        next = (options, voices)
        if stand == .open {
            tools.transport.close()
        }
        stand = stand == .waiting ? .waiting : .changing
    }

    /// If it is still being opened, it is closed as soon as it is open.
    mutating func close() {
        isEnding = true
        if stand == .open || stand == .opening {
            tools.transport.close()
        }
        stand = stand == .closed || stand == .waiting ? .closed : .closing
    }

    /// Returns the error if the transport could not be opened although it is still wanted.
    mutating func note(_ event: RhythmSessionEvent) -> AudioError? {
        switch event {
        case .ready where stand == .waiting:
            next.map { open($0.options, playing: $0.voices) }
        case .opened where stand == .opening:
            stand = .open
        case .opened where stand == .closing || stand == .changing:
            tools.transport.close()
        case .notOpened, .transportEnded:
            return leave(event)
        default:
            break
        }
        return nil
    }

    private mutating func leave(_ event: RhythmSessionEvent) -> AudioError? {
        let old = stand
        stand = .closed
        if old == .changing, let next {
            open(next.options, playing: next.voices)
        } else if old != .closing, case .notOpened(let error) = event {
            return error
        }
        return nil
    }
}

/// Creates the metronome's sound once the device is open and its sample rate is known.
final class MetronomeMaker: AudioVoiceMaking {
    struct Made: Sendable {
        let metronome: MetronomeVoice
        /// What was played, with which captured sound is compared; nil if no microphone is used.
        let sound: PlayedSound?
    }

    private let made = Mutex<Made?>(nil)
    private let volumes: Mutex<(click: Double, guide: Double)>
    private let isHeard: Bool
    private let sound: ClickVoice
    private let counts = Mutex<[SpokenSound]>([])

    /// - Parameters:
    ///   - clickVolume: 0…1, as `guideVolume`.
    ///   - isHeard: whether a microphone captures meanwhile. Clicks then take the place of spoken numbers: the echo path
    ///     is learned from short sounds, and a voice would count as strokes.
    init(clickVolume: Double, guideVolume: Double, isHeard: Bool, sound: ClickVoice = .wood) {
        volumes = Mutex((clickVolume, guideVolume))
        self.isHeard = isHeard
        self.sound = isHeard && sound == .spoken ? .wood : sound
    }

    /// Has the numbers spoken if they are needed. Returns nil if nothing has to be waited for.
    func prepare(_ speaker: CountSpeaker?) -> Task<Void, Never>? {
        guard sound == .spoken, let speaker else {
            return nil
        }
        return Task {
            let spoken = await speaker.counts()
            counts.withLock { $0 = spoken }
        }
    }

    /// Nil before a device has been opened.
    var latest: Made? {
        made.withLock { $0 }
    }

    func change(clickVolume: Double, guideVolume: Double) {
        volumes.withLock { $0 = (clickVolume, guideVolume) }
        latest?.metronome.change(clickVolume: clickVolume, guideVolume: guideVolume)
    }

    func voice(rate: Int) -> any AudioVoice {
        let (click, guide) = volumes.withLock { $0 }
        let numbers = counts.withLock { $0 }.map { ClickSound.spoken($0, rate: rate) }
        let metronome = MetronomeVoice(
            rate: rate, clickVolume: click, guideVolume: guide, voice: sound, counts: numbers)
        let sound = isHeard ? PlayedSound(metronome, rate: rate) : nil
        made.withLock { $0 = Made(metronome: metronome, sound: sound) }
        return sound ?? metronome
    }
}

/// As `MetronomeMaker`, for a calibration. The sound is silent until it is told to begin.
final class CalibrationMaker: AudioVoiceMaking {
    private let made = Mutex<CalibrationVoice?>(nil)

    var latest: CalibrationVoice? {
        made.withLock { $0 }
    }

    func voice(rate: Int) -> any AudioVoice {
        let voice = CalibrationVoice(CalibrationSound(rate: rate))
        made.withLock { $0 = voice }
        return voice
    }
}
