import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

@Suite(.timeLimit(.minutes(1))) struct SoundFileReaderTests {
    private let folder: SoundFolder
    private let reader = SoundFileReader()

    init() throws {
        folder = try SoundFolder()
    }

    @Test(arguments: [8_000, 16_000, 22_050, 44_100, 48_000, 96_000], [1, 2, 6])
    func anyRateAndChannelCountBecomesSixteenThousandMono(rate: Int, channels: Int) async throws {
        let tone = ToneMaker.tone(frequency: 440, seconds: 1.03, amplitude: 0.4, rate: rate)
        let path = try folder.writeWave(tone, to: "tone.wav", rate: rate, channels: channels)
        let heard = await SoundFolder.hear(path)
        #expect(heard.error == nil)
        #expect(try await abs(reader.blocks(of: path, seconds: 0.1).seconds - 1.03) < 0.001)
        try #require(heard.samples.count == 16_480)
        #expect(abs(ToneMaker.amplitude(of: 440, in: Array(heard.samples[1600..<14_400])) - 0.4) < 0.002)
    }

    @Test(arguments: [
        "flac", "ogg", "opus", "mp3", "aiff", "caf", "w64", "au", "m4a", "mp4", "mkv", "webm", "wma", "aac", "ac3",
        "wv",
        "tta", "avi", "ts", "mka", "3gp",
    ])
    func everyFormatOfTheLibraryIsRead(format: String) async throws {
        let tone = ToneMaker.tone(frequency: 440, seconds: 1, amplitude: 0.4, rate: 48_000)
        try folder.writeWave(tone, to: "tone.wav", rate: 48_000)
        let path = try folder.convert(
            "tone.wav", to: "tone.\(format)", format == "3gp" ? ["-c:a", "aac"] : [])
        let heard = await SoundFolder.hear(path)
        #expect(heard.error == nil)
        // What is packed with loss may gain some silence at its ends.
        #expect(abs(heard.samples.count - 16_000) < 1200)
        // Nor is the loudness kept by the program that packs it: what counts is that there is the tone and nothing else.
        let middle = Array(heard.samples.dropFirst(3200).prefix(9600))
        let power = middle.reduce(0) { $0 + Double($1) * Double($1) } / Double(middle.count)
        let tonePower = pow(ToneMaker.amplitude(of: 440, in: middle), 2) / 2
        #expect(tonePower > 0.05 && tonePower / power > 0.999)
    }

    @Test func aMissingFileIsMissing() async {
        #expect(await kind(ofOpening: folder.path("nothing.wav")) == .missing)
        #expect(await kind(ofOpening: folder.path("no/folder/nothing.wav")) == .missing)
        #expect(await kind(ofOpening: "") == .missing)
    }

    @Test func aFileOneMayNotReadIsDenied() throws {
        let path = try folder.writeWave(ToneMaker.silence(seconds: 0.1), to: "secret.wav")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        // The administrator may read everything: for this thread and this moment, be nobody.
        let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "setfsuid"))
        let setUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
        _ = setUser(65_534)
        let result = Result { () throws(AudioFileError) in
            try SoundInput.open(SoundLocation(path: path), stop: StopFlag())
        }
        _ = setUser(geteuid())
        #expect(throws: AudioFileError(.denied, detail: "Permission denied (13)")) { try result.get() }
    }

    @Test func whatIsNoSoundIsNotAudio() async throws {
        #expect(await kind(ofOpening: folder.path("")) == .isFolder)
        #expect(await kind(ofOpening: "/dev/null") == .notAudio)
        // An archive may hold recordings.
        let archive = try folder.write(Data("PK\u{3}\u{4}\u{14}\0\0\0".utf8), to: "talks.zip")
        #expect(await kind(ofOpening: archive) == .notAudio)
        let pictures = ["\u{89}PNG\r\n\u{1A}\n", "GIF89a\u{1}\0", "\0\0\0\u{1C}ftypheic\0\0\0\0"]
        for content in ["Dear diary, today", "%PDF-1.7\n\u{1}\u{2}"] + pictures {
            let bytes = Data(content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            #expect(try await kind(ofOpening: folder.write(bytes, to: "diary.wav")) == .isDocument, "\(content)")
        }
        var generator = SystemRandomNumberGenerator()
        for round in 0..<20 {
            let bytes = Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let kind = try await kind(ofOpening: folder.write(bytes, to: "random-\(round).wav"))
            #expect(kind == .notAudio || kind == nil)
        }
    }

    @Test func aFileWithoutSoundIsEmpty() async throws {
        #expect(try await kind(ofOpening: folder.write(Data(), to: "empty.wav")) == .empty)
        #expect(try await kind(ofOpening: folder.writeWave([], to: "header.wav")) == .empty)
    }

    /// An unfinished download may be such a file. All its zeros would take hours to read.
    @Test func aTerabyteOfZerosIsEmptyAtOnce() async throws {
        let path = try folder.write(Data(), to: "hole.mp3")
        #expect(truncate(path, 1 << 40) == 0)
        #expect(await kind(ofOpening: path) == .empty)
    }

    @Test func tagsWithoutEndAreNoSound() async throws {
        try folder.writeWave(ToneMaker.noise(seconds: 1), to: "noise.wav")
        let sound = try Data(contentsOf: URL(filePath: folder.convert("noise.wav", to: "noise.mp3")))
        let tags = (0..<1000).reduce(into: Data()) { tags, _ in tags += Data("ID3\u{3}\0\0\0\0\0\0".utf8) }
        #expect(try await kind(ofOpening: folder.write(tags + sound, to: "tags.mp3")) == .notAudio)
    }

    @Test func nothingIsReadOnceReadingIsCancelled() throws {
        let stop = StopFlag()
        let path = try folder.writeWave(ToneMaker.noise(seconds: 60), to: "noise.wav")
        let sound = try DecodedSound(SoundLocation(path: path), stop: stop)
        #expect(sound.read() != nil)
        stop.stop()
        #expect(sound.read() == nil)
        #expect(sound.report == DecoderReport())
    }

    @Test func aFileWithoutSoundIsClosedOnce() async throws {
        let path = try folder.writeWave([], to: "header.wav")
        // A descriptor that is closed twice takes away the file that got its number meanwhile.
        let others = Task.detached {
            (0..<200_000).count { _ in close(open("/dev/null", O_RDONLY)) != 0 }
        }
        for _ in 0..<100 {
            _ = await kind(ofOpening: path)
        }
        #expect(await others.value == 0)
    }

    @Test(arguments: [UInt32(0xFFFF_FFFF), 0x7FFF_FFFF, 0x7FFF_F000])
    func aWaveFromAPipeIsNotTruncated(promised: UInt32) async throws {
        let noise = ToneMaker.noise(seconds: 0.5)
        let path = try folder.write(MadeSound.file(noise, promised: promised), to: "piped.wav")
        let heard = await SoundFolder.hear(path)
        #expect(heard.error == nil && heard.samples.count == noise.count)
    }

    @Test func anAbsurdPromiseTakesNoMemory() async throws {
        let lie = MadeSound.file(ToneMaker.noise(seconds: 0.1), promised: 0x7000_0000)
        let path = try folder.write(lie, to: "big.wav")
        let heard = await SoundFolder.hear(path)
        #expect(heard.error?.kind == .truncated && heard.samples.count == 1600)
    }

    @Test func anAbsurdRateIsNotAudio() async throws {
        let path = try folder.writeWave(ToneMaker.noise(seconds: 0.1), to: "fast.wav", rate: 2_000_000_000 / 2)
        #expect(await kind(ofOpening: path) == .notAudio)
    }

    private func kind(ofOpening path: String) async -> AudioFileError.Kind? {
        do throws(AudioFileError) {
            _ = try await reader.blocks(of: path, seconds: 0.1)
            return nil
        } catch {
            return error.kind
        }
    }
}
