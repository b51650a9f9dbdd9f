import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileMicrophoneTests {
    private let folder: SoundFolder

    init() throws {
        folder = try SoundFolder()
    }

    @Test(arguments: [FileMicrophone.Pace.real, .max])
    func theWholeFileIsHeardAndThenTheStreamEnds(pace: FileMicrophone.Pace) async throws {
        let noise = ToneMaker.noise(seconds: 0.55)
        let path = try folder.writeWave(noise, to: "noise.wav")
        let microphone = try await FileMicrophone(SoundLocation(path: path), pace: pace)
        var lengths: [Int] = []
        for await event in try await microphone.open(nil) {
            if case .block(let block) = event {
                lengths.append(block.samples.count)
            }
        }
        #expect(lengths == [1600, 1600, 1600, 1600, 1600, 800])
        #expect(microphone.failure == nil)
    }

    @Test func noBlockArrivesBeforeItsLastSampleIsSpoken() async throws {
        let path = try folder.writeWave(ToneMaker.noise(seconds: 0.5), to: "noise.wav")
        let microphone = try await FileMicrophone(SoundLocation(path: path), pace: .real, blockSeconds: 0.05)
        let begin = SuspendingClock.now
        var spoken = 0.0
        for await case .block(let block) in try await microphone.open(nil) {
            spoken += block.seconds
            #expect(SuspendingClock.now - begin >= .seconds(spoken))
        }
        #expect(abs(spoken - 0.5) < 0.0001)
    }

    @Test func closingEndsTheStreamWithWhatWasSpoken() async throws {
        let path = try folder.writeWave(ToneMaker.noise(seconds: 30), to: "noise.wav")
        let microphone = try await FileMicrophone(SoundLocation(path: path), pace: .real, blockSeconds: 10)
        let begin = SuspendingClock.now
        let events = try await microphone.open(nil)
        let listening = Task {
            var samples = 0
            for await case .block(let block) in events {
                samples += block.samples.count
            }
            return samples
        }
        try await Task.sleep(for: .milliseconds(200))
        microphone.close()
        let heard = Double(await listening.value) / 16_000
        #expect(heard > 0.1)
        #expect(.seconds(heard) <= SuspendingClock.now - begin)
    }

    @Test func openingAgainBeginsAnewAndEndsTheEarlierPlayback() async throws {
        let noise = ToneMaker.noise(seconds: 0.3)
        let microphone = try await FileMicrophone(
            SoundLocation(path: folder.writeWave(noise, to: "noise.wav")), pace: .max)
        let first = try await microphone.open(nil)
        let second = try await microphone.open(nil)
        #expect(await samples(of: first).isEmpty)
        #expect(await samples(of: second).count == noise.count)
    }

    @Test func aTruncatedFileIsHeardAsFarAsItGoesAndThenLost() async throws {
        let bytes = MadeSound.file(ToneMaker.noise(seconds: 1)).prefix(44 + 2 * 4000)
        let microphone = try await FileMicrophone(
            SoundLocation(path: folder.write(bytes, to: "cut.wav")), pace: .max)
        var events: [CaptureEvent] = []
        for await event in try await microphone.open(nil) {
            events.append(event)
        }
        #expect(events.count == 4)
        #expect(events.last == .lost(AudioError(.lost, detail: "the file ends early")))
        #expect(microphone.failure?.kind == .truncated)
    }

    @Test func aFileThatCannotBeReadIsSaidBeforeAnybodyListens() async throws {
        let location = SoundLocation(path: folder.path("nothing.wav"))
        await #expect { try await FileMicrophone(location, pace: .max) } throws: {
            ($0 as? AudioFileError)?.kind == .missing
        }
    }

    @Test func aFileThatWentAwaySinceIsNoDevice() async throws {
        let path = try folder.writeWave(ToneMaker.noise(seconds: 0.1), to: "noise.wav")
        let microphone = try await FileMicrophone(SoundLocation(path: path), pace: .max)
        _ = try await microphone.open(nil)
        try folder.remove("noise.wav")
        await #expect { try await microphone.open(nil) } throws: { ($0 as? AudioError)?.kind == .noDevice }
    }

    private func samples(of events: AsyncStream<CaptureEvent>) async -> [Float] {
        var samples: [Float] = []
        for await case .block(let block) in events {
            samples += block.samples
        }
        return samples
    }
}
