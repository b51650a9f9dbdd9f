import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// `parlandoctl rhythm render` and `judge`, as a script uses them.
@Suite(.timeLimit(.minutes(5))) struct RhythmTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String, _ content: String? = nil) throws -> String {
        let path = folder.file(name)
        try content?.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    private func render(_ arguments: String...) async throws -> Tool.Result {
        try await Tool.run(["rhythm", "render"] + arguments)
    }

    private func judge(_ strokes: String, _ arguments: String...) async throws -> [String: Any] {
        let file = try path("strokes.json", strokes)
        let result = try await Tool.run(
            ["rhythm", "judge", "--bpm", "60", "--bars", "1", "--pattern", "quarter", "--strokes", file] + arguments)
        #expect(result.code == 0)
        return try #require(try result.objects().first)
    }

    private func grades(_ document: [String: Any]) -> [String] {
        let verdicts = document["verdicts"] as? [[String: Any]] ?? []
        return verdicts.map { "\($0["grade"] ?? "") \($0["note"] as? Int ?? -1)" }
    }

    @Test func whatIsRenderedIsWhatTheScheduleSays() async throws {
        let sound = try path("a.wav")
        let moments = try path("a.json")
        let result = try await render(
            "--bpm", "133.33", "--bars", "3", "--pattern", "quarter,rest,syncopation", "--rate", "44100", "-o", sound,
            "--schedule", moments)
        #expect(result.code == 0)
        #expect(result.output.isEmpty && result.errors.isEmpty)
        let text = try String(contentsOfFile: moments, encoding: .utf8)
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        let recording = try Recording(path: sound)
        #expect(recording.rate == 44_100)
        #expect(json["rate"] as? Int == 44_100)
        #expect(json["bpm"] as? Double == 133.33)
        #expect(json["count_in_beats"] as? Int == 4)
        #expect(json["frames"] as? Int == recording.samples.count)
        #expect(recording.samples.count == Int((16 * 60 * 44_100 / 133.33).rounded()))
        let clicks = (json["clicks"] as? [[String: Any]] ?? []).compactMap { $0["frame"] as? Int }
        #expect(clicks == (0..<16).map { Int((Double($0) * 60 * 44_100 / 133.33).rounded()) })
        let notes = (json["notes"] as? [[String: Any]] ?? [])
        #expect(
            notes.compactMap { $0["tick"] as? Int } == [0, 240, 300, 420, 480, 720, 780, 900, 960, 1200, 1260, 1380])
        #expect(notes.compactMap { $0["beat"] as? Double }.prefix(4) == [1, 3, 3.5, 4.5])
        let starts = Set(clicks + notes.compactMap { $0["frame"] as? Int })
        for start in starts {
            #expect(abs(recording.samples[start]) > 0.01)
        }
    }

    @Test func withoutAGuideOnlyTheClicksSound() async throws {
        let sound = try path("b.wav")
        _ = try await render("--bpm", "60", "--bars", "1", "--pattern", "eighths", "--no-guide", "-o", sound)
        let samples = try Recording(path: sound).samples
        #expect(samples[4 * 48_000 + 24_000] == 0)
        _ = try await render("--bpm", "60", "--bars", "1", "--pattern", "eighths", "-o", sound)
        #expect(try Recording(path: sound).samples[4 * 48_000 + 24_000] != 0)
        #expect(folder.names == ["b.wav"])
    }

    @Test(arguments: [
        ["--bpm", "0"], ["--bpm", "19.9"], ["--bpm", "301"], ["--bpm", "nan"], ["--bpm", "fast"], ["--bpm", "inf"],
        ["--bpm", "-90"], ["--bars", "0"], ["--bars", "-1"], ["--bars", "1000000000"], ["--bars", "1.5"],
        ["--bars", "99999999999999999999"], ["--pattern", "nonsense"], ["--pattern", ""], ["--pattern", ","],
        ["--rate", "0"], ["--rate", "-1"], ["--rate", "1000000"], ["--meter", "6/8"],
        ["--bpm", "40", "--bars", "10000", "--rate", "192000"],
    ])
    func whatCannotBePlayedIsSaidInASentence(wrong: [String]) async throws {
        var options = ["--bpm": "90", "--bars": "2", "--pattern": "quarter", "-o": try path("c.wav")]
        for index in stride(from: 0, to: wrong.count, by: 2) {
            options[wrong[index]] = wrong[index + 1]
        }
        let result = try await Tool.run(["rhythm", "render"] + options.flatMap { [$0.key, $0.value] })
        #expect(result.code == 64)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasSuffix(".\n"))
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [("--swing", "49"), ("--subdivision", "7"), ("--silent-bars", "2"), ("--silent-bars", "0+1")])
    func clicksThatCannotBePlayedAreRefused(option: String, value: String) async throws {
        let arguments = ["--bpm", "90", "--bars", "2", "--pattern", "quarter", "-o", try path("c.wav"), option, value]
        let result = try await Tool.run(["rhythm", "render"] + arguments)
        #expect(result.code == 64)
        #expect(result.errors.contains(option))
        #expect(folder.names.isEmpty)
    }

    @Test(.limited) func whatCannotBeWrittenHasItsOwnCode() async throws {
        let arguments = ["rhythm", "render", "--bpm", "90", "--bars", "50", "--pattern", "quarter", "-o"]
        #expect(try await Tool.run(arguments + [folder.path]).code == 73)
        #expect(try await Tool.run(arguments + [folder.path + "/none/a.wav"]).code == 73)
        #expect(try await Tool.run(arguments + ["/proc/a.wav"]).code == 73)
        let full = try await Tool.run(arguments + [path("full.wav")], limit: "-f 100")
        #expect(full.code == 74)
        #expect(full.errors.contains("the disk is full"))
        #expect(folder.names.isEmpty)
        #expect(try await Tool.run(arguments + ["/dev/null"]).code == 0)
    }

    @Test func strokesAreJudged() async throws {
        let document = try await judge("[4.1, 4.75, 6.4, 6.9, 1.0]")
        let verdicts = try #require(document["verdicts"] as? [[String: Any]])
        #expect(verdicts.map { $0["grade"] as? String } == ["perfect", "good", "inaccurate", "perfect"])
        #expect(verdicts.map { $0["note"] as? Int } == [0, 1, 2, 3])
        #expect(verdicts.map { $0["stroke"] as? Int } == [0, 1, 2, 3])
        #expect(verdicts.map { $0["expected"] as? Double } == [4, 5, 6, 7])
        #expect(verdicts.map { $0["deviation_ms"] as? Double } == [100, -250, 400, -100])
        #expect(verdicts.map { $0["beat"] as? Double } == [1, 2, 3, 4])
        let results = try #require(document["results"] as? [String: Any])
        #expect(results["accuracy"] as? Double == 100)
        #expect(results["ignored"] as? Int == 1)
        #expect(results["mean_ms"] as? Double == 37.5)
        #expect(results["seconds"] as? Double == 4)
    }

    @Test func missedNotesAndStraysAreInTheirPlaceInTime() async throws {
        let document = try await judge("[4, 4.2, 7]")
        #expect(grades(document) == ["perfect 0", "stray -1", "missed 1", "missed 2", "perfect 3"])
        let results = try #require(document["results"] as? [String: Any])
        #expect(results["accuracy"] as? Double == 40)
        let counts = ["perfect": 2, "good": 0, "inaccurate": 0, "missed": 2, "stray": 1]
        #expect(results["counts"] as? [String: Int] == counts)
    }

    /// Strokes at the notes of the schedule, in the metre, swing and turns of silent bars of the sound.
    @Test(arguments: [
        (["--meter", "7/8 3+2+2", "--bpm", "200"], "eighths"),
        (["--meter", "5/4", "--bpm", "90"], "quarter,dotted-eighth"),
        (["--swing", "66", "--bpm", "90"], "eighths,triplet"),
    ])
    func whatIsRenderedIsJudgedAsItSounds(options: [String], pattern: String) async throws {
        let schedule = try path("s.json")
        let common = options + ["--bars", "4", "--pattern", pattern, "--silent-bars", "1+1"]
        let result = try await Tool.run(
            ["rhythm", "render", "-o", try path("s.wav"), "--schedule", schedule, "--subdivision", "2"] + common)
        #expect(result.code == 0)
        let data = try Data(contentsOf: URL(filePath: schedule))
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let notes = (json["notes"] as? [[String: Any]] ?? []).compactMap { $0["frame"] as? Int }
        let clicks = json["clicks"] as? [[String: Any]] ?? []
        // The count-in and two of the four bars.
        #expect(clicks.count == 3 * (json["count_in_beats"] as? Int ?? 0))
        let strokes = try path("s.strokes", "\(notes.map { Double($0) / 48_000 })")
        let judged = try await Tool.run(["rhythm", "judge", "--strokes", strokes] + common)
        let document = try #require(try judged.objects().first)
        #expect(grades(document) == notes.indices.map { "perfect \($0)" } && notes.count > 8)
        let results = try #require(document["results"] as? [String: Any])
        #expect(abs(results["mean_ms"] as? Double ?? 9) < 0.02 && results["silent_spread_ms"] is Double)
    }

    @Test func latencyIsTakenOff() async throws {
        for (latency, stroke) in [("250", "[4.25]"), ("-250", "[3.75]")] {
            let verdicts = try await judge(stroke, "--latency", latency)["verdicts"] as? [[String: Any]]
            #expect(verdicts?.first?["deviation_ms"] as? Double == 0)
        }
    }

    @Test func candidatesAreWrittenWithTheirFeaturesAndWhatIsKnownIsAccepted() async throws {
        let clicks = try path("clicks.wav")
        #expect(try await render("--bpm", "120", "--bars", "1", "--pattern", "quarter", "-o", clicks).code == 0)
        let known = try path("known.json", "[0.5, 1.5]")
        let result = try await Tool.run(["rhythm", "detect", clicks, "--features", "--strokes", known])
        #expect(result.code == 0)
        let candidates = try result.objects()
        let accepted = candidates.filter { $0["accepted"] as? Bool == true }.compactMap { $0["t"] as? Double }
        try #require(accepted.count == 2)
        #expect(abs(accepted[0] - 0.5) < 0.005 && abs(accepted[1] - 1.5) < 0.005)
        #expect(candidates.contains { $0["accepted"] as? Bool == false })
        #expect(candidates.allSatisfy { ($0["features"] as? [String: Double])?["flux"] != nil })
    }

    @Test func knownStrokesGoWithFeatures() async throws {
        let result = try await Tool.run(["rhythm", "detect", "take.wav", "--strokes", "known.json"])
        #expect(result.code == 64)
        #expect(result.errors.contains("--features"))
    }

    @Test func aFileThatIsNoListOfStrokesIsSaid() async throws {
        for (text, code) in [("nonsense", 65), ("{\"a\": 1}", 65), ("[\"x\"]", 65), ("[4, null]", 65)] {
            let file = try path("bad.json", text)
            let result = try await Tool.run(
                ["rhythm", "judge", "--bpm", "60", "--bars", "1", "--pattern", "quarter", "--strokes", file])
            #expect(result.code == Int32(code))
            #expect(result.output.isEmpty)
        }
        let missing = try await Tool.run(
            ["rhythm", "judge", "--bpm", "60", "--bars", "1", "--pattern", "quarter", "--strokes", path("none.json")])
        #expect(missing.code == 66)
    }

    @Test(arguments: ["inf", "1e300"]) func aMetronomeMayPlayForAnyTime(seconds: String) async throws {
        let arguments = ["--bpm", "90", "--seconds", seconds, "--output", "no-such-device"]
        #expect(try await Tool.run(["rhythm", "metronome"] + arguments).code == 69)
    }

    @Test(.enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"))
    func aLoudspeakerThatIsLostIsSaidInASentence() async throws {
        // ENODEV after a second.
        let arguments = ["--bpm", "90", "--seconds", "3", "--output", "faulty:fail-19-48000"]
        let result = try await Tool.run(["rhythm", "metronome"] + arguments)
        let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.contains { $0.hasPrefix("The audio device was disconnected.") } && !lines.contains(""))
    }

    /// The metronome heard as if it were the player: nobody plays more exactly.
    @Test func aRecordingIsHeardAndJudged() async throws {
        let sound = try path("take.wav")
        _ = try await render("--bpm", "90", "--bars", "2", "--pattern", "quarter", "--no-guide", "-o", sound)
        let result = try await Tool.run([
            "rhythm", "judge", "--bpm", "90", "--bars", "2", "--pattern", "quarter", sound,
        ])
        #expect(result.code == 0)
        let document = try #require(try result.objects().first)
        #expect(grades(document) == (0..<8).map { "perfect \($0)" })
        let results = try #require(document["results"] as? [String: Any])
        #expect(abs(results["mean_ms"] as? Double ?? 99) < 2)
        #expect(results["accuracy"] as? Double == 100)
    }

    @Test(arguments: [
        ["a.wav", "--strokes", "b.json"], [], ["--strokes", "b.json", "--reference", "a.wav"],
        ["a.wav", "--reference", "b.wav", "--start", "1"], ["a.wav", "--latency", "nan"],
    ])
    func whatDoesNotGoTogetherIsAUsageError(arguments: [String]) async throws {
        let result = try await Tool.run(
            ["rhythm", "judge", "--bpm", "60", "--bars", "1", "--pattern", "quarter"] + arguments)
        #expect(result.code == 64)
    }
}

/// `parlandoctl rhythm calibrate`, with a loudspeaker that its microphone hears.
@Suite(.timeLimit(.minutes(2))) struct CalibrateTests {
    @Test(.enabled(if: Tool.hasSound, "needs with-virtual-audio.sh"))
    func onlyTheBurstsThatAreMissingAreCounted() async throws {
        // However busy the machine is, what is played there is heard to the sample.
        let devices = ["--output", "faulty:air-0", "--microphone", "faulty:air-23000"]
        let result = try await Tool.run(["rhythm", "calibrate"] + devices, isOnTerminal: true)
        let said = result.output.split(separator: "\r").map(String.init)
        #expect(said.contains { $0.hasSuffix("2 of 3") })
        // When all were heard it says what it waits for, if the audio has not settled by then.
        #expect(!result.output.contains("3 of 3"))
    }
}
