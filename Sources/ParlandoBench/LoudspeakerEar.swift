import Foundation
import Synchronization

/// Hears what a virtual loudspeaker plays, and notes when sound begins after silence: from outside, so that nothing
/// that the program reckons about itself comes in. PulseAudio's `parec` listens.
final class LoudspeakerEar: Sendable {
    private static let rate = 48_000
    /// A little above the noise of dithering, of 32768.
    private static let quietest = 33
    /// Samples of silence between two sounds, a twentieth of a second: sentences follow each other without a gap.
    private static let pause = rate / 20

    private let beginnings = Mutex<[ContinuousClock.Instant]>([])
    private let listener: pid_t

    /// - Parameter sink: PulseAudio's name of the loudspeaker.
    init(sink: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "parec", "--raw", "--format=s16le", "--rate=\(Self.rate)", "--channels=1", "--latency-msec=5",
            "--device=\(sink).monitor",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        listener = process.processIdentifier
        let sound = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var silence = Self.pause
            while case let bytes = sound.availableData, !bytes.isEmpty {
                self?.hear(bytes, at: .now, &silence)
            }
        }
    }

    deinit {
        kill(listener, SIGKILL)
    }

    /// When the first sound began that was not there at a moment.
    func firstSound(after moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        beginnings.withLock { $0.first { $0 > moment } }
    }

    /// - Parameter now: when the last of these samples was played.
    private func hear(_ bytes: Data, at now: ContinuousClock.Instant, _ silence: inout Int) {
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        for (index, sample) in samples.enumerated() {
            guard abs(Int(sample)) > Self.quietest else {
                silence += 1
                continue
            }
            if silence >= Self.pause {
                let begin = now - .seconds(Double(samples.count - index) / Double(Self.rate))
                beginnings.withLock { $0.append(begin) }
            }
            silence = 0
        }
    }
}
