import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// Files of several channels, and levels that are out of the ordinary, through the whole of the reader.
@Suite(.timeLimit(.minutes(1))) struct SoundChannelsTests {
    private let folder: SoundFolder
    private let tone = ToneMaker.tone(frequency: 440, seconds: 3, amplitude: 0.4)

    init() throws {
        folder = try SoundFolder()
        try folder.writeWave(tone, to: "tone.wav")
    }

    /// The tone on some channels of many, as FFmpeg's filter `pan` makes them.
    private func pan(_ layout: String, _ channels: String) throws -> String {
        try folder.convert("tone.wav", to: "many.wav", ["-af", "pan=\(layout)|\(channels)"])
    }

    private func amplitude(_ samples: [Float]) -> Double {
        ToneMaker.amplitude(of: 440, in: Array(samples.dropFirst(4000).prefix(32_000)))
    }

    @Test(arguments: [("5.1", "FC=c0"), ("7.1", "FC=c0"), ("5.1", "BL=c0"), ("quad", "BR=c0"), ("stereo", "FR=c0")])
    func everyChannelOfEveryLayoutIsHeard(layout: String, channel: String) async throws {
        let heard = await SoundFolder.hear(try pan(layout, channel))
        #expect(heard.error == nil)
        #expect(amplitude(heard.samples) > 0.05)
    }

    @Test func eachChannelIsHeardByItself() async throws {
        let path = try pan("stereo", "c0=c0|c1=0.5*c0")
        #expect(abs(amplitude(await SoundFolder.hear(path, channels: .only(0)).samples) - 0.4) < 0.001)
        #expect(abs(amplitude(await SoundFolder.hear(path, channels: .only(1)).samples) - 0.2) < 0.001)
        #expect(await SoundFolder.hear(path, channels: .only(7)).samples.count { $0 == 0 } == 48_000)
        #expect(try await SoundFileReader().blocks(of: path, seconds: 1).channels == 2)
    }

    @Test func theWidestInterfaceIsRead() async throws {
        let path = try folder.writeWave(tone, to: "wide.wav", channels: 18)
        #expect(abs(amplitude(await SoundFolder.hear(path).samples) - 0.4) < 0.001)
    }

    @Test func ordinaryRecordingsPassBitByBit() async throws {
        let path = try folder.write(MadeSound.floats(tone), to: "float.wav")
        #expect(await SoundFolder.hear(path).samples.elementsEqual(tone))
    }

    @Test func theLoudestPlaceOfTheRecordingIsReported() async throws {
        let hiss = ToneMaker.noise(seconds: 2, amplitude: 0.01)
        let heard = await SoundFolder.hear(try folder.write(MadeSound.floats(hiss), to: "hiss.wav"))
        #expect(heard.samples.elementsEqual(hiss))
        #expect(abs((heard.report.loudest ?? 0) + 44.8) < 1)
    }

    @Test func hoursTakeNoMemory() async throws {
        let stream = SoundFileStream(SoundLocation(path: folder.path("tone.wav")), blockSeconds: 0.1)
        _ = try await stream.open()
        _ = try await stream.next()
        #expect(await stream.pending.count < 20_000)
        // Quiet sound is held back for its level, twenty seconds at most.
        let quiet = try folder.writeWave(ToneMaker.noise(seconds: 90, amplitude: 0.001), to: "quiet.wav")
        let held = SoundFileStream(SoundLocation(path: quiet), blockSeconds: 0.1)
        _ = try await held.open()
        _ = try await held.next()
        #expect(await held.pending.count < 20_000)
    }
}
