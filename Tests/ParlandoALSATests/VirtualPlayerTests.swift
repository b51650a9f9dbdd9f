import Foundation
import ParlandoCore
import Testing

@testable import ParlandoALSA

/// A real sound server, recorded by another program.
@Suite(.enabled(if: hasVirtualAudio, "needs with-virtual-audio.sh"), .serialized, .timeLimit(.minutes(1)))
struct VirtualPlayerTests {
    private let player = ALSASoundPlayer()

    @Test func soundsFollowEachOtherWithoutAGapAndEndWhenTheLastOneWasHeard() async throws {
        let sink = try await VirtualSink()
        let recording = try await MonitorRecording(of: sink.name)
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        for level: Float in [0.5, -0.5, 0.25] {
            door.yield(SpokenSound(samples: [Float](repeating: level, count: 4800), rate: 48_000))
        }
        door.finish()
        let seconds = try await player.play(sounds, on: "pulse:\(sink.name)").reduce(into: []) { $0.append($1) }
        #expect(seconds.last == 0.3)
        #expect(seconds == seconds.sorted())
        let heard = try await recording.finishLater()
        let first = try #require(heard.firstIndex { $0 > 0.4 })
        #expect(heard[first...].levels.prefix(3) == [Run(50, 4800), Run(-50, 4800), Run(25, 4800)])
        try await sink.unplug()
    }

    @Test func soundOfAnotherRateLastsAsLong() async throws {
        let sink = try await VirtualSink()
        let recording = try await MonitorRecording(of: sink.name)
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        door.yield(SpokenSound(samples: [Float](repeating: 0.5, count: 22_050), rate: 22_050))
        door.finish()
        let last = try await player.play(sounds, on: "pulse:\(sink.name)").reduce(0) { $1 }
        #expect(last == 1)
        let heard = try await recording.finishLater()
        // A very busy machine may lose a period.
        #expect(abs(heard.count { $0 > 0.25 } - 48_000) < 1000)
        try await sink.unplug()
    }

    @Test func pausedSoundGoesOnWhereItWasHeld() async throws {
        let sink = try await VirtualSink()
        let recording = try await MonitorRecording(of: sink.name)
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        let count = 48_000 * 2
        door.yield(SpokenSound(samples: (0..<count).map { 0.1 + 0.8 * Float($0) / Float(count) }, rate: 48_000))
        door.finish()
        var isHeld = false
        for try await seconds in player.play(sounds, on: "pulse:\(sink.name)") where seconds > 0.4 && !isHeld {
            isHeld = true
            player.pause()
            let silence = recording.size + 48_000
            while recording.size < silence {
                try await Task.sleep(for: .milliseconds(10))
            }
            player.resume()
        }
        #expect(isHeld)
        let heard = try await recording.finishLater()
        let begin = try #require(heard.firstIndex { $0 > 0.05 })
        let end = try #require(heard.lastIndex { $0 > 0.05 })
        let quiet = heard[begin...end].filter { $0 < 0.05 }.count
        // Buffers hold some of the pause.
        #expect(quiet > 24_000)
        #expect(abs((end - begin) - quiet - count) < 2000)
        try await sink.unplug()
    }

    @Test func cancellingStopsAtOnce() async throws {
        let sink = try await VirtualSink()
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        door.yield(SpokenSound(samples: [Float](repeating: 0.5, count: 48_000 * 600), rate: 48_000))
        let (news, bell) = AsyncStream.makeStream(of: Void.self)
        let playing = Task {
            for try await seconds in player.play(sounds, on: "pulse:\(sink.name)") where seconds > 0 {
                bell.yield()
            }
        }
        for await _ in news {
            break
        }
        playing.cancel()
        _ = await playing.result
        // The device is free for another playback.
        let (others, otherDoor) = AsyncStream.makeStream(of: SpokenSound.self)
        otherDoor.yield(SpokenSound(samples: [Float](repeating: 0.5, count: 4800), rate: 48_000))
        otherDoor.finish()
        #expect(try await player.play(others, on: "pulse:\(sink.name)").reduce(0) { $1 } == 0.1)
        try await sink.unplug()
    }

    @Test func aLoudspeakerThatIsNotThereIsAnError() async throws {
        let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
        door.finish()
        await #expect(throws: AudioError.self) {
            for try await _ in player.play(sounds, on: "nosuchdevice") {}
        }
    }
}

extension MonitorRecording {
    /// When everything has reached the other program.
    fileprivate func finishLater() async throws -> [Float] {
        let enough = size + 4800
        while size < enough {
            try await Task.sleep(for: .milliseconds(10))
        }
        return try await finish()
    }
}

/// In hundredths of full scale.
private struct Run: Equatable {
    let level: Int
    let count: Int

    init(_ level: Int, _ count: Int) {
        self.level = level
        self.count = count
    }
}

extension ArraySlice<Float> {
    fileprivate var levels: [Run] {
        var runs: [Run] = []
        for sample in self {
            let level = Int((sample * 100).rounded())
            let last = runs.last
            if let last, last.level == level {
                runs[runs.count - 1] = Run(level, last.count + 1)
            } else {
                runs.append(Run(level, 1))
            }
        }
        return runs
    }
}
