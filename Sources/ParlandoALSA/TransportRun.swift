import ParlandoCore
import Synchronization

/// One opening of a transport's devices: what its threads share.
final class TransportRun: Sendable {
    let playback: PlaybackRun
    /// Nil: nobody listens.
    let capture: CaptureRun?
    /// Whether the streams have to end, for whatever reason.
    let isEnding = Atomic<Bool>(false)

    private let reason = Mutex<AudioError?>(nil)

    init(playback: PlaybackRun, capture: CaptureRun?) {
        self.playback = playback
        self.capture = capture
    }

    /// Why it ended, nil: because it was closed. The first reason counts.
    var failure: AudioError? {
        reason.withLock { $0 }
    }

    /// Ends both streams since one of them has ended.
    func end(_ end: StreamEnd, of side: AudioError.Side) {
        if end != .closed {
            reason.withLock { reason in
                reason = reason ?? AudioError(.lost, of: side, detail: end.description)
            }
        }
        isEnding.store(true, ordering: .releasing)
    }
}
