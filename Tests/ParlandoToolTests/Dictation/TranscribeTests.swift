import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// The real model on the real sample, through the real program.
@Suite(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"), .timeLimit(.minutes(10)), .serialized)
struct TranscribeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func plainTextIsWhatWasSaid() async throws {
        let result = try await Tool.transcribe(Tool.sample)
        #expect(result.code == 0)
        #expect(Tool.plain(result.output).hasPrefix("and so my fellow americans"))
        #expect(Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        #expect(result.errors.isEmpty)
    }

    @Test func subtitlesCarryTimesInTheRecording() async throws {
        let srt = try await Tool.transcribe("--format", "srt", Tool.sample)
        let lines = srt.output.split(separator: "\n")
        let times = lines.filter { $0.contains(" --> ") }
        #expect(srt.output.hasPrefix("1\n00:00:0"))
        let time = /00:00:[01]\d,\d{3} --> 00:00:[01]\d,\d{3}/
        #expect(!times.isEmpty)
        #expect(times.allSatisfy { $0.wholeMatch(of: time) != nil })
        #expect(lines.allSatisfy { $0.count <= 42 })
        let vtt = try await Tool.transcribe("--format", "vtt", Tool.sample)
        #expect(vtt.output.hasPrefix("WEBVTT\n\n00:00:0"))
    }

    @Test func jsonHoldsWordsThatMakeUpTheText() async throws {
        let result = try await Tool.transcribe("--format", "json", Tool.sample)
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let words = try #require(object["segments"] as? [[String: Any]])
        let text = try #require(object["text"] as? String)
        #expect(
            words.compactMap { $0["text"] as? String } == text.split(whereSeparator: \.isWhitespace).map { String($0) })
        let starts = words.compactMap { $0["start_time"] as? Double }
        #expect(starts == starts.sorted() && (starts.last ?? 99) < 11)
        #expect(object["language"] as? String == "en")
    }

    @Test func theTextGoesIntoTheFileThatIsNamed() async throws {
        let path = folder.path + "/talk.srt"
        let result = try await Tool.transcribe("--output", path, Tool.sample)
        #expect(result.code == 0 && result.output.isEmpty)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("1\n00:00:0"))
        let many = try await Tool.transcribe("--format", "vtt", "--output", folder.path, Tool.sample, Tool.sample)
        #expect(many.code == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/jfk.vtt"))
    }

    @Test(.limited) func aFullDiskLeavesTheOldFileAsItWas() async throws {
        let path = folder.path + "/talk.json"
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        let result = try await Tool.run(
            ["transcribe", "--model", "tiny.en", "--format", "json", "--output", path, Tool.sample], limit: "-f 1")
        #expect(result.code == 74 && result.errors.contains("the disk is full"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["talk.json"])
    }

    /// whisper.cpp ends a process without memory. With less there is no room for threads either, and Swift's runtime
    /// waits for it.
    @Test(.limited, arguments: [750, 900, 1050, 1200, 1500, 1800, 2100, 3000])
    func tooLittleMemoryIsSaidAndNeverTheEnd(megabytes: Int) async throws {
        let arguments = ["transcribe", "--model", "tiny.en", Tool.sample]
        let result = try await Tool.run(arguments, limit: "-v \(megabytes * 1024)")
        #expect(megabytes > 750 || result.code == 70)
        #expect(megabytes < 3000 || result.code == 0)
        if result.code == 70 {
            #expect(result.errors == Self.noMemory)
            #expect(result.output.isEmpty)
        } else {
            #expect(result.code == 0 && Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        }
    }

    /// GLib ended the program with a signal, and Swift's runtime waited forever for a thread.
    @Test(
        .limited, arguments: Array(stride(from: 300, through: 600, by: 30)),
        [["models", "list"], ["transcribe", Tool.sample]])
    func hardlyAnyMemoryIsSaid(megabytes: Int, arguments: [String]) async throws {
        let limited = [
            "/usr/bin/timeout", "30", "/bin/bash", "-c", "ulimit -v \(megabytes << 10); exec \"$@\"", "bash",
        ]
        let result = try await Tool.run(arguments, by: limited)
        // With still less the system cannot load the program, and says so.
        #expect([0, 70, 127].contains(result.code), "\(result.code): \(result.errors)")
        #expect(result.code != 70 || result.errors.contains("not enough memory"))
        #expect(result.code == 0 || !result.errors.isEmpty)
    }

    private static let noMemory =
        "parlandoctl: There is not enough memory for this speech model. Close other applications, or choose a smaller model.\n"

    @Test(arguments: ["exit 127", nil]) func aMissingPartIsNotTheFilesFault(decoder: String?) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/parlandoctl"
        try FileManager.default.copyItem(atPath: Tool.program.path, toPath: program)
        if let decoder {
            let path = folder.path + "/parlando-decoder"
            try Data("#!/bin/sh\n\(decoder)\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let call = ["/bin/sh", "-c", "shift; exec \"$0\" \"$@\"", program]
        let result = try await Tool.run(["transcribe", Tool.sample], by: call)
        #expect(result.code == 69)
        #expect(result.errors.contains("A part of Parlando is missing: parlando-decoder"))
    }

    @Test func aBadFileDoesNotHoldUpTheNextOne() async throws {
        let result = try await Tool.transcribe(folder.path + "/none.wav", Tool.sample)
        #expect(result.code == 66)
        #expect(Tool.plain(result.output).hasSuffix(Tool.sampleEnding))
        #expect(result.errors.contains("none.wav"))
    }

    @Test(.limited) func aHugeFileTakesNoMoreMemoryThanAShortOne() async throws {
        let path = folder.path + "/hours.wav"
        // As numbers, two hours would be 460 MB, and half an hour 115 MB.
        try await LongSample.write(repeats: 2, pause: LongSample.pause, to: path)
        let arguments = ["transcribe", "--model", "tiny.en"]
        let short = try await Tool.runMeasuringMemory(arguments + [Tool.sample])
        let long = try await Tool.runMeasuringMemory(arguments + [path])
        #expect(short.result.code == 0 && long.result.code == 0)
        #expect(Tool.plain(long.result.output).ranges(of: Tool.sampleEnding).count == 2)
        #expect(long.megabytes < short.megabytes + 50, "after \(short.megabytes) MB for the short one")
    }

    @Test(.limited) func hoursAtTheGreatestPaceTakeNoMoreMemoryThanMinutes() async throws {
        let (minutes, hours) = (folder.path + "/minutes.wav", folder.path + "/hours.wav")
        try await LongSample.write(repeats: 2, pause: 60, to: minutes)
        try await LongSample.write(repeats: 2, pause: LongSample.pause, to: hours)
        let arguments = ["transcribe", "--model", "tiny.en", "--stream", "--pace", "max", "--format", "txt"]
        let short = try await Tool.runMeasuringMemory(arguments + [minutes])
        let long = try await Tool.runMeasuringMemory(arguments + [hours])
        #expect(short.result.code == 0 && long.result.code == 0)
        #expect(Tool.plain(long.result.output).ranges(of: Tool.sampleEnding).count == 2)
        #expect(long.megabytes < short.megabytes + 40, "\(long.megabytes) MB after \(short.megabytes) MB")
    }

    /// Somebody who never pauses, heard faster than they speak: seven minutes are 28 MB of sound.
    @Test(.limited, .enabled(if: Night.isNow, "scripts/test nightly"))
    func speechWithoutAPauseTakesNoMoreMemoryThanAShortOne() async throws {
        let (short, long) = (folder.path + "/short.wav", folder.path + "/long.wav")
        try await LongSample.write(repeats: 4, to: short)
        try await LongSample.write(repeats: 40, to: long)
        let arguments = ["transcribe", "--model", "tiny.en", "--stream", "--pace", "max", "--format", "txt"]
        let first = try await Tool.runMeasuringMemory(arguments + [short])
        let second = try await Tool.runMeasuringMemory(arguments + [long])
        #expect(second.result.code == 0)
        #expect(Tool.plain(second.result.output).ranges(of: Tool.sampleEnding).count > 35)
        #expect(second.megabytes < first.megabytes + 25, "\(second.megabytes) MB after \(first.megabytes) MB")
    }

    @Test func eventsAreWellFormedAndAgreeWithEachOther() async throws {
        let result = try await Tool.transcribe("--stream", "--pace", "real", Tool.sample)
        #expect(result.code == 0)
        let events = try result.objects()
        let types = events.compactMap { $0["type"] as? String }
        #expect(types.count == events.count)
        #expect(types.suffix(2) == ["transcript", "summary"])
        #expect(Set(types).isSubset(of: ["interim", "final", "warning", "transcript", "summary"]))
        let times = events.dropLast().compactMap { $0["t"] as? Double }
        #expect(times.count == events.count - 1 && times == times.sorted())
        for event in events.dropLast() {
            #expect(Set(event.keys) == ["t", "type", "text", "words"])
        }
        let final = events.filter { $0["type"] as? String == "final" }.compactMap { $0["text"] as? String }
        let transcript = try #require(events.first { $0["type"] as? String == "transcript" })
        // A mark that becomes final after its word is an event of its own.
        let joined = final.joined(separator: " ").replacing(/\s([.,!?;:])/) { "\($0.output.1)" }
        #expect(joined == transcript["text"] as? String)
        #expect(Tool.plain(final.joined(separator: " ")).hasSuffix(Tool.sampleEnding))
        try checkSummary(events, words: (transcript["words"] as? [Any])?.count)
    }

    private func checkSummary(_ events: [[String: Any]], words: Int?) throws {
        let summary = try #require(events.last)
        #expect(
            Set(summary.keys) == [
                "type", "audio_seconds", "wall_seconds", "cpu_seconds", "peak_rss_mb", "final_words", "revised_words",
            ])
        #expect(summary["audio_seconds"] as? Double == 11)
        #expect((summary["wall_seconds"] as? Double ?? 0) > 10.5)
        #expect((summary["cpu_seconds"] as? Double ?? 0) > 0.1)
        #expect((10...1000).contains(summary["peak_rss_mb"] as? Double ?? 0))
        #expect(summary["final_words"] as? Int == words)
        #expect((summary["revised_words"] as? Int ?? -1) >= 0)
    }

    @Test func anInterruptionFinishesWhatWasSaidAndWordsComeLongBeforeTheEnd() async throws {
        let path = folder.path + "/long.wav"
        try await LongSample.write(repeats: 6, to: path)
        let result = try await Tool.run(
            ["transcribe", "--model", "tiny.en", "--stream", "--pace", "real", path], interruptedAfter: "\"interim\"")
        #expect(result.code == 130)
        let types = try result.objects().compactMap { $0["type"] as? String }
        #expect(types.suffix(2) == ["transcript", "summary"])
        let seconds = try result.objects().last?["audio_seconds"] as? Double
        #expect((seconds ?? 99) < 66)
    }

    @Test func partialResultsHaveTheFormOfTheWholeAndTheFinalOnesMakeUpTheText() async throws {
        let result = try await Tool.transcribe("--format", "json", "--partial", "--pace", "real", Tool.sample)
        #expect(result.code == 0)
        // A computer that is busy may say so of a stream.
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("is falling behind") })
        let results = try result.objects()
        let whole = try await Tool.transcribe("--format", "json", Tool.sample)
        let form = try #require(JSONSerialization.jsonObject(with: Data(whole.output.utf8)) as? [String: Any])
        for result in results {
            #expect(Set(result.keys) == Set(form.keys))
        }
        #expect(results.contains { $0["is_final"] as? Bool == false })
        let final = results.filter { $0["is_final"] as? Bool == true }.compactMap { $0["text"] as? String }
        #expect(Tool.plain(final.joined(separator: " ")).hasSuffix(Tool.sampleEnding))
    }
}

/// The sample over and over: longer than a busy computer takes to hear its first word.
enum LongSample {
    /// Seconds of silence of which two are hours at night, and half an hour by day.
    static let pause = Night.isNow ? 3600 : 900

    /// 16 bit, mono, 16 kHz.
    ///
    /// - Parameter pause: seconds of silence after each repeat, which take no room on most disks.
    static func write(repeats: Int, pause: Int = 0, to path: String) async throws {
        let sound = try await once()
        let step = sound.count + pause * 32_000
        try MadeSound.file([], promised: UInt32(repeats * step)).write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var end = try file.seekToEnd()
        for _ in 0..<repeats {
            try file.write(contentsOf: sound)
            end += UInt64(step)
            try file.truncate(atOffset: end)
        }
        try file.close()
    }

    /// Without a header.
    static func once() async throws -> Data {
        var samples: [Float] = []
        for try await block in try await SoundFileReader().blocks(of: Tool.sample, seconds: 1).blocks {
            samples += block.samples
        }
        return MadeSound.bytes(samples)
    }
}

/// What the microphone hears, at the command line.
@Suite(
    .enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"),
    .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"), .timeLimit(.minutes(3)))
struct ListenTests {
    /// The microphone hears the sample from the moment it opens, however busy the machine is, and then silence.
    @Test func whatIsSpokenIsWrittenDown() async throws {
        let folder = try TemporaryFolder()
        let speech = folder.file("speech")
        try await LongSample.once().write(to: URL(filePath: speech))
        let microphone = "faulty:rate-16000+channels-1+sound-\(speech.replacing("/", with: "."))"
        let result = try await Tool.run(
            ["listen", "--model", "tiny.en", "--device", microphone, "--seconds", "13", "--format", "events"])
        #expect(result.code == 0)
        let events = try result.objects()
        let final = try #require(events.last { $0["type"] as? String == "transcript" }?["text"] as? String)
        #expect(Tool.plain(final).contains(Tool.sampleEnding), "\(final)")
        let first = try #require(events.first { $0["type"] as? String == "interim" }?["t"] as? Double)
        let heard = try #require(events.last?["audio_seconds"] as? Double)
        #expect(first < 12 && abs(heard - 13) < 1)
    }

    @Test func aMutedMicrophoneIsToldAndIsAFailure() async throws {
        let source = "quiet-\(UUID().uuidString)"
        let module = try SystemProgram.run("pactl", "load-module", "module-null-source", "source_name=\(source)")
        defer { _ = try? SystemProgram.run("pactl", "unload-module", module) }
        let result = try await Tool.run([
            "listen", "--model", "tiny.en", "--device", "pulse:\(source)", "--seconds", "6", "--format", "txt",
        ])
        #expect(result.code == 69)
        #expect(result.errors.contains("The microphone gives no sound. Is it muted?"))
    }
}
