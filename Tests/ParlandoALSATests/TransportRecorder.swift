import Foundation
import Logging
import ParlandoCore
import ParlandoSignal
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

/// With another program.
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

extension [TimeMap] {
    /// Whether the last two lines, half a second apart, agree to a millisecond.
    var isAtRest: Bool {
        guard let last, let before = dropLast().last else {
            return false
        }
        return last.anchorTime.seconds(since: before.anchorTime) > 0.5
            && abs(before.time(of: last.anchorFrame).seconds(since: last.anchorTime)) < 0.001
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

/// Adds up what a microphone says in its log when a capture has ended.
final class CaptureTally: Sendable {
    private let sums = Mutex<[String: Int]>([:])

    var logger: Logger {
        Logger(label: "capture") { _ in Handler(tally: self) }
    }

    subscript(name: String) -> Int? {
        sums.withLock { $0[name] }
    }

    private func add(_ metadata: Logger.Metadata) {
        var counts = metadata.compactMapValues { Int("\($0)") }
        // Samples that correspond to the frames.
        counts["expected"] = Resampler.expectedCount(
            (counts["frames"] ?? 0) - (counts["overflow"] ?? 0), rate: counts["rate"] ?? 0)
        sums.withLock { [counts] in $0.merge(counts, uniquingKeysWith: +) }
    }

    private struct Handler: LogHandler {
        let tally: CaptureTally
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            if event.message == "capture ended" {
                tally.add(event.metadata ?? [:])
            }
        }
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
