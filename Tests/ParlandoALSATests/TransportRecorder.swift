import Foundation
import ParlandoCore
import ParlandoSignal
import ParlandoTestSupport
import Synchronization

final class TickingVoice: AudioVoice, AudioVoiceMaking {
    let interval: Int
    let width: Int
    private let asked = Atomic<Int>(0)
    private let size = Atomic<Int>(0)

    init(interval: Int = 12_000, width: Int = 1) {
        self.interval = interval
        self.width = width
    }

    var end: Int {
        asked.load(ordering: .relaxed)
    }

    /// In the last call.
    var block: Int {
        size.load(ordering: .relaxed)
    }

    func voice(rate: Int) -> any AudioVoice {
        self
    }

    func render(into target: UnsafeMutableBufferPointer<Float>, at frame: Int) {
        for index in target.indices {
            target[index] = (frame + index) % interval < width ? 0.8 : 0
        }
        size.store(target.count, ordering: .relaxed)
        asked.store(frame + target.count, ordering: .relaxed)
    }
}

struct TransportRecorder {
    private(set) var events: [TransportEvent] = []
    private(set) var samples: [Float] = []
    private(set) var blocks: [(frame: Int, count: Int)] = []
    private(set) var playback: [TimeMap] = []
    private(set) var capture: [TimeMap] = []
    private(set) var losses: [AudioError] = []
    private(set) var runs = 0
    private(set) var xruns: [Int] = []

    private var stream: AsyncStream<TransportEvent>.Iterator

    init(_ events: AsyncStream<TransportEvent>) {
        stream = events.makeAsyncIterator()
    }

    /// Returns false if the stream ended before.
    @discardableResult
    mutating func listen(until isEnough: @Sendable (TransportRecorder) -> Bool) async -> Bool {
        while !isEnough(self) {
            guard let event = await stream.next() else {
                return false
            }
            take(event)
        }
        return true
    }

    mutating func listenToTheEnd() async {
        await listen { _ in false }
    }

    private mutating func take(_ event: TransportEvent) {
        events.append(event)
        switch event {
        case .running: runs += 1
        case .playback(let map): playback.append(map)
        case .capture(let map): capture.append(map)
        case .block(let block):
            blocks.append((block.frame, block.samples.count))
            samples += block.samples
        case .xrun(let frames, _): xruns.append(frames)
        case .lost(let error): losses.append(error)
        }
    }
}

/// With another program, which also lets a virtual loudspeaker work in small steps: before, an audio thread that waits
/// for two seconds of its sound keeps a processor busy.
final class MonitorRecording {
    private let process = Process()
    private let file: URL

    /// Returns when the other program hears something, be it silence.
    init(of sink: String, rate: Int = 48_000, channels: Int = 1) async throws {
        file = FileManager.default.temporaryDirectory.appending(path: "monitor-\(UUID().uuidString).raw")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "parec", "--raw", "--latency-msec=10", "--device=\(sink).monitor", "--format=float32le", "--rate=\(rate)",
            "--channels=\(channels)", file.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        while size == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    deinit {
        if process.isRunning {
            // Programs started from a thread of the pool inherit blocked signals.
            kill(process.processIdentifier, SIGKILL)
        }
        try? FileManager.default.removeItem(at: file)
    }

    var size: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? Int ?? 0) / MemoryLayout<Float>.size
    }

    /// Shape `[frames × channels]`.
    func finish() async throws -> [Float] {
        await withCheckedContinuation { ended in
            process.terminationHandler = { _ in ended.resume() }
            // Programs started from a thread of the pool inherit blocked signals.
            kill(process.processIdentifier, SIGKILL)
        }
        return try Data(contentsOf: file).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}

extension [Float] {
    /// First samples above half of full scale after silence.
    var clicks: [Int] {
        var found: [Int] = []
        for index in indices where self[index] > 0.4 && (index == 0 || self[index - 1] <= 0.4) {
            found.append(index)
        }
        return found
    }
}

extension LogBook {
    /// The sum of what a microphone says under this name when captures end. `expected` is the number of samples that
    /// correspond to the frames.
    subscript(name: String) -> Int? {
        let captures = entries.filter { $0.message == "capture ended" }.map { entry in
            var counts = entry.metadata.compactMapValues { Int($0) }
            counts["expected"] = Resampler.expectedCount(
                (counts["frames"] ?? 0) - (counts["overflow"] ?? 0), rate: counts["rate"] ?? 0)
            return counts
        }
        let found = captures.compactMap { $0[name] }
        return found.isEmpty ? nil : found.reduce(0, +)
    }
}

struct CaptureRecorder {
    private(set) var samples: [Float] = []
    private(set) var blockLengths: [Int] = []
    private(set) var losses: [AudioError] = []
    private(set) var returns = 0

    private var events: AsyncStream<CaptureEvent>.Iterator

    init(_ events: AsyncStream<CaptureEvent>) {
        self.events = events.makeAsyncIterator()
    }

    /// Returns false if the stream ended before.
    @discardableResult
    mutating func listen(until isEnough: (CaptureRecorder) -> Bool) async -> Bool {
        while !isEnough(self) {
            guard let event = await events.next() else {
                return false
            }
            switch event {
            case .block(let block):
                samples += block.samples
                blockLengths.append(block.samples.count)
            case .lost(let error):
                losses.append(error)
            case .restored:
                returns += 1
            }
        }
        return true
    }

    mutating func listen(seconds: Double) async {
        let enough = samples.count + Int(seconds * Double(AudioBlock.sampleRate))
        await listen { $0.samples.count >= enough }
    }

    mutating func listenToTheEnd() async {
        await listen { _ in false }
    }
}

/// Whether this run has virtual devices, see scripts/tools/with-virtual-audio.sh.
let hasVirtualAudio = ProcessInfo.processInfo.environment["PARLANDO_VIRTUAL_AUDIO"] == "1"

/// Names of the audio threads and delivering threads of this process.
func soundThreads() -> [String] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        .filter { $0.hasPrefix("parlando-audio") || $0.hasPrefix("parlando-sound") }
}
