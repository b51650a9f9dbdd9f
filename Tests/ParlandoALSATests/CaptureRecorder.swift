import Foundation
import ParlandoCore

/// What a capture said, and how to wait for it.
struct CaptureRecorder {
    private(set) var samples: [Float] = []
    private(set) var blockLengths: [Int] = []
    private(set) var losses: [AudioError] = []
    private(set) var restored: [AudioDevice] = []

    private var events: AsyncStream<CaptureEvent>.Iterator

    init(_ events: AsyncStream<CaptureEvent>) {
        self.events = events.makeAsyncIterator()
    }

    /// Listens until a condition holds. Returns false when the stream ended before.
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
            case .restored(let device):
                restored.append(device)
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
