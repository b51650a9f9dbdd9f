import ParlandoCore
import Synchronization

/// Data shared by the threads of a transport during one opening of its devices.
final class TransportRun: Sendable {
    let playback: PlaybackRun
    /// The capture; nil if no microphone is open.
    let capture: CaptureRun?
    /// Whether the streams have to end, for any reason.
    let isEnding = Atomic<Bool>(false)

    private let reason = Mutex<AudioError?>(nil)

    init(playback: PlaybackRun, capture: CaptureRun?) {
        self.playback = playback
        self.capture = capture
    }

    /// The first error that ended the streams; nil if they were closed.
    var failure: AudioError? {
        reason.withLock { $0 }
    }

    /// Ends both streams, because one of them has ended.
    func end(_ end: StreamEnd, of side: AudioError.Side) {
        if end != .closed {
            reason.withLock { reason in
                reason = reason ?? AudioError(.lost, of: side, detail: end.description)
            }
        }
        isEnding.store(true, ordering: .releasing)
    }
}
