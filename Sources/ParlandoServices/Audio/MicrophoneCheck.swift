public import ParlandoCore
import ParlandoSignal

/// An event of a microphone check.
public enum MicrophoneCheckEvent: Sendable, Equatable {
    /// In dBFS, about 30 times a second.
    case level(Double)
    /// The microphone could not be opened, or was disconnected.
    case failure(AudioError)
}

/// On the main actor, in order.
@MainActor public protocol MicrophoneCheckDelegate: AnyObject {
    func microphoneCheck(_ check: MicrophoneCheck, didReport event: MicrophoneCheckEvent)
}

/// Shows whether a microphone picks up the user's voice. The sound is not kept.
public actor MicrophoneCheck {
    @MainActor public weak var delegate: (any MicrophoneCheckDelegate)?

    private let microphone: any Microphone
    private let outbox = Outbox<MicrophoneCheckEvent>()
    private var listening: Task<Void, Never>?

    /// - Parameter microphone: a microphone that nothing else uses while this check listens.
    public init(microphone: any Microphone) {
        self.microphone = microphone
        outbox.deliver(through: self)
    }

    deinit {
        listening?.cancel()
    }

    /// Opens a microphone (nil: the system's default) in place of the one that is open, and begins to measure.
    public func listen(to device: AudioDevice.ID?) {
        listening?.cancel()
        listening = Task { [microphone, outbox] in
            guard !Task.isCancelled else {
                // The microphone may be another's by now.
                return
            }
            do throws(AudioError) {
                let events = try await microphone.open(device)
                guard !Task.isCancelled else {
                    return
                }
                var gauge = LevelGauge(rate: AudioBlock.sampleRate)
                for await event in events {
                    switch event {
                    case .block(let block): gauge.add(block.samples).map { outbox.post(.level($0)) }
                    case .lost(let error): outbox.post(.failure(error))
                    case .restored: break
                    }
                }
            } catch {
                if !Task.isCancelled {
                    outbox.post(.failure(error))
                }
            }
        }
    }

    /// Closes the microphone and stops measuring.
    public func end() {
        guard listening != nil else {
            return
        }
        listening?.cancel()
        listening = nil
        microphone.close()
    }
}

extension MicrophoneCheck: EventSource {
    @MainActor func report(_ event: MicrophoneCheckEvent) {
        delegate?.microphoneCheck(self, didReport: event)
    }
}
