import Foundation
import Synchronization

/// Records the output of a virtual loudspeaker with PulseAudio's `parec`, and notes the times at which sound begins
/// after silence. The measurement is independent of the program's own estimates.
final class LoudspeakerEar: Sendable {
    private static let rate = 48_000
    /// Maximum absolute value of a sample that counts as silence, where full scale is 32,768. A little above the noise
    /// of dithering.
    private static let quietest = 33
    /// Minimum number of silent samples between two sounds, a twentieth of a second. Sentences follow each other
    /// without a gap, so that they count as one sound.
    private static let pause = rate / 20

    private let beginnings = Mutex<[ContinuousClock.Instant]>([])
    private let listener: pid_t

    /// - Parameter sink: name of the loudspeaker in PulseAudio.
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

    /// Returns the time at which the first sound after a moment began, or nil if there has been none.
    func firstSound(after moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        beginnings.withLock { $0.first { $0 > moment } }
    }

    /// Records the times at which sound begins after silence.
    ///
    /// - Parameters:
    ///   - now: time at which the last of these samples was played.
    ///   - silence: number of silent samples so far since the last sound.
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
