public import ParlandoCore
public import ParlandoServices

/// Dictation service over doubles of its ports, whose sessions a test can follow. Its delegate may be missing: then a
/// test reports the events itself.
public struct DictationDoubles: Sendable {
    /// Part of what a session does.
    public enum Step: Sendable, Equatable {
        case began(DictationOptions)
        case entered(DictationPhase)
    }

    public let service: DictationService
    public let microphone: FakeMicrophone
    public let recognizer: ScriptedRecognizer
    private let log = StepLog()

    public init(
        recognizer: ScriptedRecognizer = ScriptedRecognizer(), microphone: FakeMicrophone = FakeMicrophone(),
        servers: (any ServerRecognizing)? = nil
    ) {
        self.recognizer = recognizer
        self.microphone = microphone
        service = DictationService(
            microphone: microphone, recognizer: recognizer, servers: servers, recorders: [log],
            clock: ManualClock(advancesItself: true))
    }

    /// Returns the options of the next session that begins. For a single reader, as is `enters`.
    public func options() async -> DictationOptions? {
        for await step in log.steps {
            if case .began(let options) = step {
                return options
            }
        }
        return nil
    }

    /// Returns once a session enters the phase. Steps before it do not count again.
    public func enters(_ phase: DictationPhase) async {
        for await step in log.steps where step == .entered(phase) {
            return
        }
    }

    public func opens(_ device: AudioDevice.ID?) async {
        for await command in microphone.commands where command == .open(device) {
            return
        }
    }

    public func end() async {
        await service.abort()
        await enters(.idle)
    }
}

/// Records the beginnings and phases of sessions.
private struct StepLog: DictationRecording {
    let steps: AsyncStream<DictationDoubles.Step>
    private let door: AsyncStream<DictationDoubles.Step>.Continuation

    init() {
        (steps, door) = AsyncStream.makeStream(of: DictationDoubles.Step.self)
    }

    func take(_ news: DictationNews) {
        switch news {
        case .began(let options): door.yield(.began(options))
        case .reported(.phase(let phase)): door.yield(.entered(phase))
        case .reported, .captured, .unfinished: break
        }
    }
}
