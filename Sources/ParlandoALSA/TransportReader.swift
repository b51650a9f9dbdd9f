import ParlandoCore
import ParlandoSignal

/// Converts the data of the audio threads of one opening to events. For the delivering thread only.
final class TransportReader {
    private let run: TransportRun
    private var playback: PlaybackClock
    private var capture: CaptureClock
    /// Number of captured frames fetched so far.
    private var fetched = 0

    init(_ run: TransportRun) {
        self.run = run
        playback = PlaybackClock(rate: run.playback.rate)
        capture = CaptureClock(rate: run.capture?.rate ?? run.playback.rate)
    }

    /// Returns the events since the last call.
    func fetch() -> [TransportEvent] {
        var events: [TransportEvent] = []
        while let point = run.playback.points.read() {
            for finding in playback.take(point) {
                switch finding {
                case .line(let map): events.append(.playback(map))
                case .xrun(let frames): events.append(.xrun(frames: frames, isPlayback: true))
                case .leaveOut(let frames): run.playback.leaveOut(frames)
                }
            }
        }
        if let stream = run.capture {
            events += sound(of: stream)
        }
        return events
    }

    private func sound(of stream: CaptureRun) -> [TransportEvent] {
        // The samples are counted before the position reports are read, so that each of these samples has its report.
        let end = fetched + stream.ring.count
        var events: [TransportEvent] = []
        while let point = stream.points?.read() {
            let lost = capture.lost
            let findings = capture.take(point)
            if capture.lost != lost {
                events += block(of: stream, to: point.mark, lost: lost)
            }
            for finding in findings {
                switch finding {
                case .line(let map): events.append(.capture(map))
                case .xrun(let frames): events.append(.xrun(frames: frames, isPlayback: false))
                }
            }
        }
        return events + block(of: stream, to: end, lost: capture.lost)
    }

    private func block(of stream: CaptureRun, to end: Int, lost: Int) -> [TransportEvent] {
        guard end > fetched else {
            return []
        }
        let samples = [Float](unsafeUninitializedCapacity: end - fetched) { room, count in
            count = stream.ring.read(into: room)
        }
        defer { fetched += samples.count }
        return samples.isEmpty ? [] : [.block(CapturedBlock(samples: samples, frame: fetched + lost))]
    }
}
