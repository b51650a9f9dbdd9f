import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoDecoding
@testable import ParlandoSystem

/// Containers and codecs as people have them: films, chains, tags before the sound, and files that name others.
@Suite(.timeLimit(.minutes(2))) struct SoundFormatsTests {
    private let folder: SoundFolder

    init() throws {
        folder = try SoundFolder()
        try folder.writeWave(ToneMaker.tone(frequency: 440, seconds: 2, amplitude: 0.4), to: "tone.wav")
        try folder.writeWave(
            ToneMaker.tone(frequency: 1000, seconds: 1, amplitude: 0.4, rate: 22_050), to: "high.wav", rate: 22_050)
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path))
    }

    private func isTone(_ frequency: Double, _ samples: some Collection<Float>) -> Bool {
        abs(ToneMaker.amplitude(of: frequency, in: Array(samples)) - 0.4) < 0.05
    }

    @Test(arguments: [
        ("ogg", ["-c:a", "libvorbis"]), ("opus", []), ("oga", ["-c:a", "flac"]), ("spx", ["-c:a", "libspeex"]),
    ])
    func allPartsOfAChainAreRead(ending: String, options: [String]) async throws {
        let first = try bytes(folder.convert("tone.wav", to: "1.\(ending)", options))
        let second = try bytes(folder.convert("high.wav", to: "2.\(ending)", options))
        let heard = await SoundFolder.hear(try folder.write(first + second, to: "chain.\(ending)"))
        #expect(heard.error == nil)
        try #require(abs(heard.samples.count - 48_000) < 1500)
        #expect(isTone(440, heard.samples.dropFirst(8_000).prefix(16_000)))
        #expect(isTone(1000, heard.samples.dropFirst(36_000).prefix(8_000)))
    }

    @Test func aChainMayChangeItsCodecAndItsChannels() async throws {
        let first = try bytes(folder.convert("tone.wav", to: "1.ogg", ["-c:a", "libvorbis", "-ac", "2"]))
        let second = try bytes(folder.convert("high.wav", to: "2.opus"))
        let third = try bytes(folder.convert("tone.wav", to: "3.oga", ["-c:a", "flac"]))
        let heard = await SoundFolder.hear(try folder.write(first + second + third, to: "chain.ogg"))
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - 80_000) < 1500)
        #expect(isTone(1000, heard.samples.dropFirst(36_000).prefix(8_000)))
    }

    @Test(arguments: ["mp3", "flac", "aac", "aiff"])
    func joinedFilesAreReadToTheEnd(ending: String) async throws {
        let one = try bytes(folder.convert("tone.wav", to: "1.\(ending)"))
        let heard = await SoundFolder.hear(try folder.write(one + one, to: "joined.\(ending)"))
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - 64_000) < 4000)
    }

    @Test func joinedWavesAreReadToTheEndAlsoBehindTitles() async throws {
        let plain = try bytes(folder.path("tone.wav"))
        let titled = try bytes(folder.convert("tone.wav", to: "titled.wav", ["-metadata", "title=Talk"]))
        let high = try bytes(folder.path("high.wav"))
        let heard = await SoundFolder.hear(try folder.write(plain + titled + high, to: "joined.wav"))
        #expect(heard.error == nil && heard.report.remarks.isEmpty)
        try #require(heard.samples.count == 80_000)
        #expect(isTone(1000, heard.samples.dropFirst(68_000).prefix(10_000)))
    }

    /// ID3v2 with a picture of so many bytes.
    private func tag(_ count: Int) -> Data {
        let picture =
            Data("\0image/png\0\u{3}\0".utf8) + Data(repeating: 0xFF, count: 3) + Data(repeating: 7, count: count)
        var frame = Data("APIC".utf8)
        frame += Data([24, 16, 8, 0].map { UInt8(picture.count >> $0 & 255) }) + Data([0, 0]) + picture
        return Data("ID3\u{3}\0\0".utf8) + Data([21, 14, 7, 0].map { UInt8(frame.count >> $0 & 127) }) + frame
    }

    @Test(arguments: ["mp3", "flac", "aac"])
    func whatStandsBeforeTheSoundIsLeftOut(ending: String) async throws {
        let sound = try bytes(folder.convert("tone.wav", to: "tone.\(ending)"))
        let whole = await SoundFolder.hear(folder.path("tone.\(ending)"))
        let art = tag(10_000_000)
        let zeros = Data(count: 3000)
        for before in [art, tag(1000) + Data(count: 8192), zeros, art + tag(10), zeros + tag(1000)] {
            let heard = await SoundFolder.hear(try folder.write(before + sound, to: "before.\(ending)"))
            #expect(heard.error == nil)
            #expect(heard.samples.elementsEqual(whole.samples))
        }
    }

    @Test func theBestSoundOfAFilmIsHeard() async throws {
        let inputs = ["-f", "lavfi", "-i", "testsrc=d=2:s=64x48:r=5", "-f", "lavfi", "-i", "sine=f=2000:d=2"]
        for ending in ["mkv", "mp4"] {
            let film = try folder.convert(
                "tone.wav", to: "film.\(ending)", inputs: inputs,
                [
                    "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4", "-c:a", "aac", "-disposition:a:0", "0",
                    "-disposition:a:1", "default",
                ])
            let heard = await SoundFolder.hear(film)
            #expect(heard.error == nil)
            #expect(isTone(440, heard.samples.dropFirst(8_000).prefix(16_000)))
        }
    }

    /// Before sound that begins later than the picture there is as much silence, so that its times are those of the film.
    @Test(arguments: [
        ("mkv", "aac"), ("mp4", "aac"), ("ts", "mp2"), ("flv", "mp3"), ("wmv", "wmav2"), ("webm", "libopus"),
    ])
    func soundThatBeginsLateHasSilenceBeforeIt(ending: String, codec: String) async throws {
        let picture = ["-f", "lavfi", "-i", "color=black:s=64x64:r=10:d=6", "-itsoffset", "3"]
        let map = ["-map", "0:v", "-map", "1:a", "-c:a", codec, "-ar", "44100"]
        let options = map.map { codec == "libopus" && $0 == "44100" ? "48000" : $0 }
        let path = try folder.convert("tone.wav", to: "late.\(ending)", inputs: picture, options)
        let heard = await SoundFolder.hear(path)
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - 80_000) < 3000)
        let onset = try #require(heard.samples.firstIndex { abs($0) > 0.1 })
        #expect(abs(onset - 48_000) < 1600)
        #expect(isTone(440, heard.samples.dropFirst(52_000).prefix(16_000)))
    }

    @Test func aFilmWithoutSoundSaysSo() async throws {
        let inputs = ["-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5"]
        let film = try folder.convert("tone.wav", to: "silent.mkv", inputs: inputs, ["-map", "0:v"])
        #expect(await SoundFolder.hear(film).error?.kind == .noAudioTrack)
    }

    @Test func anMP4WithoutItsIndexIsUnfinished() async throws {
        let whole = try bytes(folder.convert("tone.wav", to: "whole.m4a"))
        let index = try #require(whole.range(of: Data("moov".utf8)))
        let path = try folder.write(whole.prefix(index.lowerBound - 4), to: "unfinished.m4a")
        #expect(await SoundFolder.hear(path).error?.kind == .unfinished)
    }

    @Test func aWholeMP4WithoutSoundIsNotCalledUnfinished() async throws {
        let words = try folder.write(Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "words.srt")
        let path = try folder.convert(
            "tone.wav", to: "words.mp4", inputs: ["-i", words], ["-map", "0:s", "-c:s", "mov_text"])
        #expect(await SoundFolder.hear(path).error?.kind == .notAudio)
    }

    @Test func anEncryptedFileSaysSo() async throws {
        let key = "76a6c65c5ea762046bd749a2e632ccbb"
        let path = try folder.convert(
            "tone.wav", to: "locked.mp4",
            ["-c:a", "aac", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key])
        #expect(await SoundFolder.hear(path).error?.kind == .encrypted)
    }

    @Test func eachTrackCanBeChosen() async throws {
        let map = ["-map", "0:a", "-map", "1:a", "-ar", "16000", "-c:a", "flac"]
        let titles = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "title=A very long commentary"]
        let film = try folder.convert("tone.wav", to: "two.mkv", inputs: ["-i", folder.path("high.wav")], map + titles)
        for (track, frequency) in [(0, 1000.0), (1, 440.0)] {
            let location = SoundLocation(path: film, track: track)
            let file = try await SoundFileReader().blocks(of: location, seconds: 1)
            #expect(file.tracks == AudioTracks(["eng", "A very long comm"], chosen: track))
            let heard = await SoundFolder.hear(location)
            #expect(isTone(frequency, heard.samples.dropFirst(2_000).prefix(8_000)))
        }
        let missing = await SoundFolder.hear(SoundLocation(path: film, track: 2))
        #expect(missing.error?.kind == .trackMissing)
    }

    @Test func telephonesAreRead() async throws {
        // AMR: each frame of 12.2 kbit/s has a byte that says so and 31 of speech.
        let frames = (0..<100).flatMap { _ in [UInt8(0x3C)] + [UInt8](repeating: 0, count: 31) }
        let amr = await SoundFolder.hear(try folder.write(Data("#!AMR\n".utf8) + Data(frames), to: "call.amr"))
        #expect(amr.error == nil)
        #expect(abs(amr.samples.count - 32_000) < 400)
        for codec in ["libgsm_ms", "pcm_mulaw", "pcm_alaw", "adpcm_ima_wav", "adpcm_ms"] {
            let heard = await SoundFolder.hear(
                try folder.convert("tone.wav", to: "c.wav", ["-ar", "8000", "-c:a", codec]))
            #expect(heard.error == nil)
            #expect(abs(heard.samples.count - 32_000) < 2500)
            #expect(isTone(440, heard.samples.dropFirst(8_000).prefix(16_000)))
        }
    }

    @Test(arguments: ["opus", "mp3", "m4a", "flac"])
    func theNameSaysNothingOfTheFormat(ending: String) async throws {
        let path = try folder.convert("tone.wav", to: "tone.\(ending)")
        let heard = await SoundFolder.hear(try folder.write(bytes(path), to: "called.wav"))
        #expect(heard.error == nil)
        #expect(abs(heard.samples.count - 32_000) < 1500)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func whatIsNoNumberIsSilence(value: Float) async throws {
        var samples = ToneMaker.tone(frequency: 440, seconds: 1, amplitude: 0.4)
        samples[8000] = value
        let heard = await SoundFolder.hear(try folder.write(MadeSound.floats(samples), to: "nan.wav"))
        try #require(heard.samples.count == 16_000)
        #expect(heard.samples[8000] == 0)
        #expect(heard.samples[7999] == samples[7999])
    }

    @Test(arguments: ["hls", "concat", "sdp", "dash", "m3u", "mov reference"])
    func noFileOpensAnother(kind: String) async throws {
        let other = folder.path("tone.wav")
        let content =
            switch kind {
            case "hls": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(other)\n#EXT-X-ENDLIST\n"
            case "concat": "ffconcat version 1.0\nfile '\(other)'\n"
            case "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n"
            case "dash": "<?xml version=\"1.0\"?><MPD><Period><BaseURL>file://\(other)</BaseURL></Period></MPD>"
            case "m3u": "\(other)\n"
            default: "RTSPtextRTSP://127.0.0.1/\(other)\n"
            }
        for name in ["list.wav", "list.m3u8", "list.txt"] {
            let heard = await SoundFolder.hear(try folder.write(Data(content.utf8), to: name))
            #expect(heard.error?.kind == .isDocument)
            #expect(heard.samples.isEmpty)
        }
    }

    /// In a process of its own, as the peak is that of all tests.
    @Test func aTableThatPromisesMillionsOfEntriesTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            let folder = try SoundFolder()
            try folder.writeWave(ToneMaker.tone(frequency: 440, seconds: 1), to: "tone.wav")
            var film = try Data(contentsOf: URL(filePath: folder.convert("tone.wav", to: "film.m4a")))
            // Behind its name the table has a version, the size of all entries if it is the same, and their number.
            let name = try #require(film.range(of: Data("stsz".utf8)))
            film.replaceSubrange(name.upperBound + 8..<name.upperBound + 12, with: [2, 0, 0, 0])
            // FFmpeg takes room for itself first.
            #expect(try SoundFormatsTests.decode(folder.path("film.m4a")) > 0)
            let before = try SoundFormatsTests.peak()
            let path = try folder.write(film, to: "film.m4a")
            #expect { try SoundFormatsTests.decode(path) } throws: {
                ($0 as? AudioFileError).map { [.notAudio, .unfinished].contains($0.kind) } ?? false
            }
            #expect(try SoundFormatsTests.peak() - before < 200 << 20)
        }
    }

    /// In a process of its own, as the peak is that of all tests. Decoded, the picture takes a hundred megabytes.
    @Test func noPictureReachesADecoder() async {
        await #expect(processExitsWith: .success) {
            let folder = try SoundFolder()
            try folder.writeWave(ToneMaker.tone(frequency: 440, seconds: 1), to: "tone.wav")
            let picture = { (size: String) in ["-f", "lavfi", "-i", "color=red:s=\(size):r=1:d=1"] }
            let film = ["-map", "0:v", "-map", "1:a", "-c:v", "png", "-pix_fmt", "rgb24", "-c:a", "flac"]
            let small = try folder.convert("tone.wav", to: "small.mkv", inputs: picture("16x16"), film)
            let large = try folder.convert("tone.wav", to: "large.mkv", inputs: picture("6000x6000"), film)
            // FFmpeg takes room for itself first.
            #expect(try SoundFormatsTests.decode(small) == 16_000)
            let before = try SoundFormatsTests.peak("VmHWM")
            #expect(try SoundFormatsTests.decode(large) == 16_000)
            #expect(try SoundFormatsTests.peak("VmHWM") - before < 80 << 20)
        }
    }

    /// Decodes a recording as `parlando-decoder` does. Returns the number of its samples.
    private static func decode(_ path: String) throws -> Int {
        let file = try SoundFile(SoundBytes([UInt8](Data(contentsOf: URL(filePath: path)))))
        var count = 0
        while let run = file.read() {
            count += run.samples.count
        }
        return count
    }

    /// The largest address space that this process has had, in bytes; or the most memory, "VmHWM".
    private static func peak(_ name: String = "VmPeak") throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }
}
