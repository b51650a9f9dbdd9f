import ParlandoCore

/// A microphone that wraps another microphone and sends a copy of its sound to a second listener.
final class OverheardMicrophone: Microphone {
    private let source: any Microphone
    private let listener: AsyncStream<AudioBlock>.Continuation

    /// - Parameter listener: receives a copy of every block of sound.
    init(_ source: any Microphone, listener: AsyncStream<AudioBlock>.Continuation) {
        self.source = source
        self.listener = listener
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let events = try await source.open(device)
        let (copy, door) = AsyncStream.makeStream(of: CaptureEvent.self)
        Task { [listener] in
            for await event in events {
                if case .block(let block) = event {
                    listener.yield(block)
                }
                door.yield(event)
            }
            door.finish()
        }
        return copy
    }

    func close() {
        source.close()
    }
}
