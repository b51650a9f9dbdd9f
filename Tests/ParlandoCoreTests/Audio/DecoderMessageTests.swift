import Foundation
import ParlandoCore
import Testing

struct DecoderMessageTests {
    private static let messages: [DecoderMessage] = [
        .opened(seconds: 12.5), .opened(seconds: 1, tracks: AudioTracks(["eng", ""], chosen: 1)),
        .format(SoundFormat(rate: 48_000, weights: [0.5, 0.5])), .samples([0, -1, 0.25]),
        .gap(frames: 4800), .ended(DecoderReport()),
        .ended(
            DecoderReport(
                isHeaderWrong: true, clockJump: 3,
                loss: AudioFileError(
                    .truncated, heard: 7, lost: [LostSound(start: 1, end: 2, isWhole: true)], detail: "damage"))),
        .failed(AudioFileError(.notAudio, detail: "no sound")),
    ]

    private func read(_ bytes: [UInt8]) -> DecoderMessage? {
        DecoderMessage(
            head: Array(bytes.prefix(DecoderMessage.headSize)), body: Array(bytes.dropFirst(DecoderMessage.headSize)))
    }

    @Test(arguments: messages) func aMessageArrivesAsItWasSent(message: DecoderMessage) {
        #expect(read(message.bytes) == message)
        #expect(DecoderMessage.size(after: Array(message.bytes.prefix(5))) == message.bytes.count - 5)
    }

    @Test func whatIsNoMessageIsRefused() {
        #expect(DecoderMessage.size(after: [9, 1, 0, 0, 0]) == nil)
        #expect(DecoderMessage.size(after: [0, 255, 255, 255, 255]) == nil)
        #expect(DecoderMessage.size(after: [0, 1]) == nil)
        #expect(read([0, 3, 0, 0, 0, 1, 2, 3]) == nil)
        #expect(read([0, 0, 0, 0, 0]) == nil)
        #expect(read(DecoderMessage.gap(frames: 0).bytes) == nil)
        #expect(read(DecoderMessage.gap(frames: .max).bytes) == nil)
        #expect(read([2, 2, 0, 0, 0] + Array("{}".utf8)) == nil)
        let long = String(repeating: "long", count: 100)
        for tracks in [
            AudioTracks([""], chosen: 1), AudioTracks(Array(repeating: "", count: 300)), AudioTracks(["eng", long]),
        ] {
            #expect(read(DecoderMessage.opened(seconds: 1, tracks: tracks).bytes) == nil)
        }
        for format in [(0, 1), (48_000, 0), (48_000, 65), (.max, 1), (1_411_200, 64)] {
            let weights = [Float](repeating: 0.01, count: format.1)
            #expect(read(DecoderMessage.format(SoundFormat(rate: format.0, weights: weights)).bytes) == nil)
        }
    }

    @Test func samplesThatAreNoNumbersAreSilence() {
        #expect(read(DecoderMessage.samples([.nan, .infinity, 1e30, 0.5]).bytes) == .samples([0, 0, 1e12, 0.5]))
    }
}
