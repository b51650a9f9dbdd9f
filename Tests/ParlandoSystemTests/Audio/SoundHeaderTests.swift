import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoDecoding
@testable import ParlandoSystem

/// Headers that tell of more or of less sound than there is.
@Suite(.timeLimit(.minutes(2))) struct SoundHeaderTests {
    private let folder: SoundFolder
    private let noise = ToneMaker.noise(seconds: 2, amplitude: 0.5)

    init() throws {
        folder = try SoundFolder()
        try folder.writeWave(noise, to: "noise.wav")
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path))
    }

    private func set(_ data: inout Data, _ offset: Int, _ value: UInt64, _ count: Int, isBig: Bool = false) {
        for index in 0..<count {
            data[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * (isBig ? count - 1 - index : index)))
        }
    }

    private func place(of name: String, in data: Data) throws -> Int {
        try #require(data.range(of: Data(name.utf8))).lowerBound
    }

    @Test func aWaveWhoseRecorderWasKilledIsReadWhole() async throws {
        let file = MadeSound.file(noise, promised: 0)
        let heard = await SoundFolder.hear(try folder.write(file, to: "unclosed.wav"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == noise.count)
        #expect(heard.report.remarks == [.headerWrong])
    }

    @Test(arguments: [UInt32(32_000), 3, 60_001])
    func aWaveThatPromisesTooLittleIsReadWhole(promised: UInt32) async throws {
        let heard = await SoundFolder.hear(
            try folder.write(MadeSound.file(noise, promised: promised), to: "short.wav"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == noise.count)
        #expect(heard.report.remarks == [.headerWrong])
    }

    @Test(arguments: [1, 2, 64])
    func aByteOrTwoTooFewAreNoLoss(missing: Int) async throws {
        let promised = UInt32(noise.count * 2 + missing)
        let heard = await SoundFolder.hear(
            try folder.write(MadeSound.file(noise, promised: promised), to: "plus.wav"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == noise.count)
        let cut = await SoundFolder.hear(
            try folder.write(MadeSound.file(noise).dropLast(missing), to: "cut.wav"))
        #expect(cut.error == nil)
        #expect(cut.samples.count == noise.count - (missing + 1) / 2)
    }

    @Test(arguments: [
        "LIST\u{4}\0\0\0INFO", "id3 \u{28}\0\0\0junkjunkjunkjunkjunkjunkjunkjunkjunkjunk", "\0\0", "TAGtitle",
        "id3 \u{FF}\u{7F}\0\0junk",
    ])
    func whatFollowsTheSoundIsNoSound(tail: String) async throws {
        let tail = Data(tail.unicodeScalars.map { UInt8($0.value) })
        let heard = await SoundFolder.hear(try folder.write(MadeSound.file(noise) + tail, to: "tail.wav"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == noise.count)
        #expect(heard.report.remarks.isEmpty)
    }

    @Test func aWaveOfNoLengthWithTitlesIsEmpty() async throws {
        let file = MadeSound.file([]) + Data("LIST\u{4}\0\0\0INFO".utf8)
        #expect(await SoundFolder.hear(try folder.write(file, to: "empty.wav")).error?.kind == .empty)
    }

    /// Where the length of the sound stands in each format, and how many bytes it has.
    private static let lengths: [(String, name: String, offset: Int, count: Int, isBig: Bool)] = [
        ("wav", "data", 4, 4, false), ("aiff", "SSND", 4, 4, true), ("au", ".snd", 8, 4, true),
        ("caf", "data", 4, 8, true), ("w64", "data", 16, 8, false), ("rf64", "ds64", 16, 8, false),
    ]

    private func make(_ ending: String) throws -> Data {
        let options =
            ending == "rf64" ? ["-f", "wav", "-rf64", "always"] : ending == "caf" ? ["-c:a", "pcm_s16le"] : []
        return try bytes(folder.convert("noise.wav", to: "made.\(ending)", options + ["-bitexact"]))
    }

    @Test(arguments: lengths.indices)
    func everyFormatIsReadWholeWhenItsLengthIsMissing(index: Int) async throws {
        let format = Self.lengths[index]
        var file = try make(format.0)
        let whole = await SoundFolder.hear(try folder.write(file, to: "whole.\(format.0)"))
        try #require(whole.error == nil && whole.samples.count == noise.count)
        set(&file, try place(of: format.name, in: file) + format.offset, 0, format.count, isBig: format.isBig)
        let heard = await SoundFolder.hear(try folder.write(file, to: "unclosed.\(format.0)"))
        #expect(heard.error == nil)
        // A format whose chunks are filled up may end with a byte or two that are no sound.
        #expect((noise.count...noise.count + 8).contains(heard.samples.count))
        #expect(heard.report.remarks == [.headerWrong])
    }

    @Test(arguments: lengths.indices)
    func everyFormatThatBreaksOffTellsSo(index: Int) async throws {
        let format = Self.lengths[index]
        let file = try make(format.0)
        let heard = await SoundFolder.hear(try folder.write(file.prefix(file.count / 2), to: "half.\(format.0)"))
        #expect(heard.error?.kind == .truncated)
        #expect(abs((heard.error?.heard ?? 0) - 1) < 0.02)
        #expect(abs(heard.samples.count - 16_000) < 300)
    }

    @Test(arguments: ["mkv", "webm", "wma", "avi", "mp4", "mp3", "ogg", "opus", "flac", "tta", "wv"])
    func everyContainerThatBreaksOffTellsSo(ending: String) async throws {
        try folder.writeWave(ToneMaker.noise(seconds: 8, amplitude: 0.5), to: "long.wav")
        let options = ending == "mp4" ? ["-movflags", "faststart"] : []
        let file = try bytes(folder.convert("long.wav", to: "whole.\(ending)", options))
        let whole = await SoundFolder.hear(folder.path("whole.\(ending)"))
        #expect(whole.error == nil && whole.report.remarks.isEmpty)
        let heard = await SoundFolder.hear(try folder.write(file.prefix(file.count * 2 / 3), to: "part.\(ending)"))
        #expect(heard.error?.kind == .truncated)
        #expect((1.5...7).contains(heard.error?.heard ?? 0))
        #expect(abs(Double(heard.samples.count) / 16_000 - (heard.error?.heard ?? 0)) < 0.01)
    }

    @Test func anOggWithoutItsEndTellsSoThoughEachPageIsWhole() async throws {
        let file = try bytes(folder.convert("noise.wav", to: "whole.opus"))
        let last = try #require(file.range(of: Data("OggS".utf8), options: .backwards)).lowerBound
        let heard = await SoundFolder.hear(try folder.write(file.prefix(last), to: "no-end.opus"))
        #expect(heard.error?.kind == .truncated)
        #expect(!heard.samples.isEmpty)
    }

    @Test func aFlacOfUnknownLengthIsWhole() async throws {
        var file = try bytes(folder.convert("noise.wav", to: "made.flac"))
        file[21] &= 0xF0
        set(&file, 22, 0, 4)
        let heard = await SoundFolder.hear(try folder.write(file, to: "unknown.flac"))
        #expect(heard.error == nil)
        #expect(heard.samples.count == noise.count)
    }

    @Test func headersOfNonsenseEndNobody() async throws {
        var generator = SystemRandomNumberGenerator()
        let endings = ["wav", "aiff", "au", "caf", "w64", "mkv", "mp4", "wma", "ogg", "flac", "avi"]
        for ending in endings {
            let file = try bytes(folder.convert("noise.wav", to: "made.\(ending)"))
            for round in 0..<12 {
                var broken = file
                for _ in 0..<(1 + round) {
                    broken[Int.random(in: 4..<min(200, broken.count), using: &generator)] = .random(in: 0...255)
                }
                let heard = await SoundFolder.hear(try folder.write(broken, to: "broken.\(ending)"))
                #expect(heard.samples.count < 100_000_000)
                #expect(heard.samples.allSatisfy { $0.isFinite })
            }
        }
    }
}

/// Where frames are placed whose stamps cannot be relied on.
struct SoundTimelineTests {
    private static let format = SoundFormat(rate: 1000, weights: [1])

    /// Half a second of sound at each stamp. Returns the durations of what follows each other, silence negative.
    private func place(_ stamps: [Double], on timeline: inout SoundTimeline) -> [Double] {
        for stamp in stamps {
            let run = SoundRun(format: Self.format, samples: [Float](repeating: 1, count: 500))
            timeline.add(StampedRun(run: run, stamp: stamp))
        }
        timeline.finish(damageEnd: nil)
        var parts: [Double] = []
        while let run = timeline.next() {
            #expect(run.samples.count <= 500)
            let seconds = run.samples.first == 0 ? -run.seconds : run.seconds
            if let last = parts.last, (last < 0) == (seconds < 0) {
                parts[parts.count - 1] += seconds
            } else {
                parts.append(seconds)
            }
        }
        return parts.map { ($0 * 10).rounded() / 10 }
    }

    @Test func stampsThatGoBackToTheirClockWereWrong() {
        var timeline = SoundTimeline(origin: 0)
        let wrong = (0..<8).map { 900 + Double($0) / 2 }
        let parts = place([0, 0.5] + wrong + [5, 5.5], on: &timeline)
        #expect(parts == [6])
        #expect(timeline.lost.isEmpty)
    }

    @Test func aJumpToWhichAllLaterStampsKeepIsAGap() {
        var timeline = SoundTimeline(origin: 0)
        let later = (0..<16).map { 901 + Double($0) / 2 }
        let parts = place([0, 0.5] + later, on: &timeline)
        #expect(parts == [1, -900, 8])
        #expect(timeline.lost == [LostSound(start: 1, end: 901, isWhole: true)])
    }

    @Test func aClockThatBeginsAnewGoesOnWithoutAGap() {
        var timeline = SoundTimeline(origin: 100)
        let anew = (0..<16).map { Double($0) / 2 } + [9]
        let parts = place([100, 100.5] + anew, on: &timeline)
        #expect(parts == [9, -1, 0.5])
        #expect(timeline.lost == [LostSound(start: 9, end: 10, isWhole: true)])
    }

    @Test(arguments: [1.5, 1000]) func stampsThatTearTheSoundToPiecesAreWrong(step: Double) {
        var timeline = SoundTimeline(origin: 0)
        for index in 0..<10_000 {
            let run = SoundRun(format: Self.format, samples: [1])
            timeline.add(StampedRun(run: run, stamp: Double(index) * step))
        }
        timeline.finish(damageEnd: nil)
        var seconds = 0.0
        while let run = timeline.next() {
            seconds += run.seconds
        }
        #expect(seconds < 3 * step + 10.1)
        #expect(timeline.clockJump != nil)
    }

    @Test func stampsOfAnySizeMakeNoSilence() {
        var timeline = SoundTimeline(origin: nil)
        let odd = [0, 0.5, 1e300, -1e300, Double(Int64.max), -Double.greatestFiniteMagnitude]
        let parts = place(odd, on: &timeline)
        #expect(parts == [3])
        #expect(timeline.clockJump != nil)
    }
}
