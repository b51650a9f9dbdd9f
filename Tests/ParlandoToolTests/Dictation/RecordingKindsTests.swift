import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// Recordings as people have them, through the real program and the real model.
@Suite(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"), .timeLimit(.minutes(10)), .serialized)
struct RecordingKindsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The sample, changed by FFmpeg's own program.
    private func make(_ name: String, _ options: String...) throws -> String {
        try make(name, options)
    }

    private func make(_ name: String, _ options: [String]) throws -> String {
        try MadeSound.convert(Tool.sample, to: folder.file(name), options)
    }

    /// A shell that gives the tool a file through a pipe.
    private static func pipe(_ path: String) -> [String] {
        ["/bin/bash", "-c", "cat '\(path)' | \"$@\"", "bash"]
    }

    private func expectWhole(_ result: Tool.Result, _ note: String = "") {
        #expect(result.code == 0)
        #expect(Tool.plain(result.output).hasPrefix("and so my fellow americans"))
        #expect(Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        #expect(note.isEmpty ? result.errors.isEmpty : result.errors.contains(note))
    }

    @Test(arguments: [
        ("five-one.wav", ["-af", "pan=5.1|FC=c0"]), ("inverted.wav", ["-af", "pan=stereo|c0=c0|c1=-1*c0"]),
        ("quiet-50.wav", ["-af", "volume=-50dB", "-c:a", "pcm_f32le"]),
        ("scaled.wav", ["-af", "aformat=flt,volume=32768", "-c:a", "pcm_f32le"]),
        ("talk.m4a", []), ("film.mkv", ["-c:a", "aac"]), ("odd.wav", ["-ar", "11127"]),
    ])
    func everyWordIsHeard(name: String, options: [String]) async throws {
        expectWhole(try await Tool.transcribe(make(name, options)))
    }

    @Test func aWrongHeaderIsANote() async throws {
        let path = try make("whole.wav", "-bitexact")
        var wave = try Data(contentsOf: URL(filePath: path))
        for size in [UInt32(0), 176_000] {
            withUnsafeBytes(of: size.littleEndian) { wave.replaceSubrange(40..<44, with: $0) }
            try wave.write(to: URL(filePath: path))
            let result = try await Tool.transcribe(path)
            expectWhole(result, "states a wrong length")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func silenceAndHissAreToldWithTheirLevel() async throws {
        let silence = try make("silence.wav", "-af", "volume=0")
        let hiss = try make("hiss.wav", "-af", "volume=0,aeval=0.02*(random(0)-0.5)")
        let results = try await [
            Tool.transcribe(silence), Tool.transcribe(hiss), Tool.transcribe("--stream", "--pace", "max", hiss),
        ]
        for result in results {
            #expect(result.code == 0)
            #expect(result.errors.contains("No speech was found"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        #expect(results[0].output.isEmpty && results[1].output.isEmpty)
        #expect(results[0].errors.contains("silent from beginning to end"))
        #expect(results[1].errors.contains("−45 dBFS") || results[1].errors.contains("−44 dBFS"))
    }

    @Test func whatBreaksOffIsWrittenAsFarAsItGoesAlsoWithAServer() async throws {
        let whole = try Data(contentsOf: URL(filePath: Tool.sample))
        let flac = folder.path + "/half.flac"
        try whole.prefix(whole.count / 2).write(to: URL(filePath: flac))
        let opus = try make("whole.opus")
        let bytes = try Data(contentsOf: URL(filePath: opus))
        try bytes.prefix(bytes.count * 2 / 3).write(to: URL(filePath: opus))
        let server = try LoopbackServer()
        for path in [flac, opus] {
            server.answer(#"{"text": "And so my fellow Americans"}"#)
            let results = try await [
                Tool.transcribe(path), Tool.transcribe("--stream", "--pace", "max", "--format", "txt", path),
                Tool.run(["transcribe", "--server", server.address, path]),
            ]
            for result in results {
                #expect(result.code == 65)
                #expect(Tool.plain(result.output).hasPrefix("and so my fellow americans"))
                #expect(result.errors.contains(/ends early, after [567](\.\d)? s/))
                // A computer that is busy may say so of a stream.
                let lines = result.errors.split(separator: "\n").filter { !$0.contains("is falling behind") }
                #expect(lines.count == 1)
            }
        }
    }

    @Test func whatCannotBeReadInTheMiddleIsNamedAndTheRestIsWritten() async throws {
        let path = try make("twice.opus", "-af", "aloop=loop=1:size=176000")
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        for index in bytes.count * 45 / 100..<bytes.count * 55 / 100 {
            bytes[index] = 0
        }
        try Data(bytes).write(to: URL(filePath: path))
        let result = try await Tool.transcribe(path)
        #expect(result.code == 65)
        #expect(Tool.plain(result.output).hasPrefix("and so my fellow americans"))
        #expect(Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        #expect(result.errors.contains(/From 00:(0\d|10) to 00:1\d nothing could be read\./))
    }

    @Test func twoWhoSpeakAtOnceAreToldAndTranscribedEach() async throws {
        // The sample on the left, and the same ten seconds later on the right: other words at each moment.
        let pan =
            "asplit[a][b];[b]atrim=start=4,asetpts=N/SR/TB,apad=whole_dur=11[c];[a][c]join=inputs=2:channel_layout=stereo"
        let path = try make("both.wav", "-filter_complex", pan)
        let mixed = try await Tool.transcribe(path)
        #expect(mixed.code == 0)
        #expect(mixed.errors.contains("--channels split"))
        let split = try await Tool.transcribe("--channels", "split", path)
        #expect(split.code == 0 && split.errors.isEmpty)
        let lines = split.output.split(separator: "\n")
        let left = lines.filter { $0.hasPrefix("Left: ") }.joined(separator: " ")
        let right = lines.filter { $0.hasPrefix("Right: ") }.joined(separator: " ")
        #expect(
            Tool.plain(left).contains("and so my fellow americans") && Tool.plain(left).hasSuffix(Tool.sampleEnding))
        #expect(Tool.plain(right).contains("country can do for you"))
        for format in ["srt", "vtt", "json"] {
            let result = try await Tool.transcribe("--channels", "split", "--format", format, path)
            #expect(result.code == 0)
            #expect(result.output.contains("Left:") && result.output.contains("Right:"))
        }
    }

    /// A pipe is read once, and each channel takes a reading.
    @Test func eachChannelOfAPipeIsTranscribed() async throws {
        let path = try make("right.wav", "-af", "pan=stereo|c1=c0")
        let result = try await Tool.transcribe("--channels", "split", "-", by: Self.pipe(path))
        #expect(result.code == 0 && result.errors.isEmpty)
        #expect(result.output.hasPrefix("Right: ") && !result.output.contains("Left: "))
        #expect(Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        let empty = try await Tool.transcribe("--channels", "split", "-", by: Self.pipe("/dev/null"))
        #expect(empty.code == 65 && empty.errors.hasPrefix("parlandoctl: -: "))
    }

    /// Sound that begins later than the picture, as players and subtitles count.
    @Test func subtitlesOfAFilmWhoseSoundBeginsLateFitIt() async throws {
        let picture = ["-f", "lavfi", "-i", "color=black:s=64x64:r=10:d=16", "-itsoffset", "5", "-i", Tool.sample]
        let path = try make("late.mkv", picture + ["-map", "1:v", "-map", "2:a", "-c:v", "mpeg4", "-c:a", "aac"])
        let result = try await Tool.transcribe("--format", "vtt", path)
        let start = result.output.firstMatch(of: /00:00:(\d\d)\.(\d{3}) -->/)
        #expect((5.0...6.0).contains(try #require(start.flatMap { Double("\($0.1).\($0.2)") })))
        #expect(Tool.plain(result.output).contains("and so my fellow americans"))
    }

    @Test(arguments: ["-", "/dev/stdin", "/dev/fd/0"])
    func standardInputIsRead(name: String) async throws {
        for redirection in ["cat '\(Tool.sample)' | \"$@\"", "\"$@\" < '\(Tool.sample)'"] {
            let shell = ["/bin/bash", "-c", redirection, "bash"]
            expectWhole(try await Tool.transcribe(name, by: shell))
        }
    }

    @Test func pipesAreReadInEveryWay() async throws {
        let m4a = try make("talk.m4a")
        let fifo = folder.path + "/fifo"
        mkfifo(fifo, 0o600)
        let named = ["/bin/bash", "-c", "cat '\(m4a)' > '\(fifo)' & \"$@\"", "bash"]
        expectWhole(try await Tool.transcribe(fifo, by: named))
        let pipe = Self.pipe(Tool.sample)
        let stream = try await Tool.transcribe("--stream", "--pace", "max", "--format", "txt", "-", by: pipe)
        #expect(stream.code == 0 && Tool.plain(stream.output).hasSuffix(Tool.sampleEnding))
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#)
        let sent = try await Tool.run(["transcribe", "--server", server.address, "-"], by: pipe)
        #expect(sent.code == 0 && sent.output.contains("Hello"))
        #expect(try #require(server.requests.first).body.count > 350_000)
    }

    @Test func anInterruptionEndsTheWaitForAPipe() async throws {
        let fifo = folder.path + "/fifo"
        mkfifo(fifo, 0o600)
        // The pipe stays open for writing as long as the tool lives, which gets the signal at once or else in the end.
        let start = "exec timeout --foreground -s INT 20 \"$@\" '\(fifo)'"
        let script = "exec 3<>'\(fifo)'; cat '\(Tool.sample)' >&3 & \(start)"
        let result = try await Tool.run(
            ["transcribe", "--model", "tiny.en", "--stream", "--pace", "max"], interruptedAfter: "country",
            by: ["/bin/bash", "-c", script, "bash"])
        let last = try #require(try result.objects().last { $0["type"] as? String == "transcript" })
        #expect(Tool.plain(last["text"] as? String ?? "").hasPrefix("and so my fellow americans"))
    }
}
