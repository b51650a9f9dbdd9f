import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// What a script can rely on before any speech is recognised.
@Suite(.timeLimit(.minutes(5))) struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String, _ content: Data = Data()) throws -> String {
        try folder.write([UInt8](content), to: name)
        return folder.file(name)
    }

    /// One sentence on standard error, nothing on standard output, and no trace of the program's inside.
    private func expect(_ code: Int32, _ sentence: String, _ result: Tool.Result) {
        #expect(result.code == code)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(sentence))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(!result.errors.contains("Swift"))
    }

    @Test(arguments: [
        ["nonsense"], ["transcribe"], ["transcribe", "--format", "doc", "a.wav"],
        ["transcribe", "--pace", "real", "a.wav"],
        ["transcribe", "--format", "events", "a.wav"], ["transcribe", "--stream", "a.wav", "b.wav"],
        ["transcribe", "--stream", "--output", "x", "a.wav"], ["listen", "--seconds", "0"], ["models", "get"],
        ["models", "get", "tiny.en", "base", "--from", "x"], ["transcribe", "--model", "nonsense", "a.wav"],
        ["models", "verify", "nonsense"], ["models", "remove", "nonsense"],
        ["transcribe", "--channels", "split", "--stream", "a.wav"], ["transcribe", "--partial", "a.wav"],
        ["transcribe", "--partial", "--format", "srt", "a.wav"], ["transcribe", "--track", "0", "a.wav"],
        ["transcribe", "--partial", "--format", "json", "-o", "x.json", "a.wav"],
    ])
    func whatIsNotUnderstoodIsAUsageError(arguments: [String]) async throws {
        let result = try await Tool.run(arguments)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test func helpTeachesEveryExitCodeAndGivesExamples() async throws {
        let help = try await Tool.run(["--help"])
        #expect(help.code == 0)
        for code in [0, 64, 65, 66, 69, 70, 73, 74, 130] {
            #expect(help.output.contains("\n  \(code) "))
        }
        for command in ["transcribe", "listen", "models", "devices"] {
            let help = try await Tool.run([command, "--help"])
            #expect(help.code == 0)
            #expect(help.output.contains("parlandoctl \(command)"))
        }
    }

    /// A stranger reads little: one sentence, and a command line to begin with.
    @Test(arguments: Tool.commands) func helpIsShortAndShowsHowItIsDone(command: [String]) async throws {
        let help = try await Tool.run(command + ["--help"])
        #expect(help.output.prefix { $0 != "\n" }.split(separator: ".").count == 1)
        #expect(help.output.contains("\n  " + (["parlandoctl"] + command).joined(separator: " ")))
        #expect(help.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 95)
    }

    @Test func theVersionIsThreeNumbers() async throws {
        let result = try await Tool.run(["--version"])
        #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test func aMissingFileHasItsOwnCode() async throws {
        expect(66, "File not found.", try await Tool.run(["transcribe", folder.path + "/none.wav"]))
        expect(66, "File not found.", try await Tool.run(["transcribe", "--stream", folder.path + "/none.wav"]))
    }

    @Test func anEmptyFileAndOneThatIsNoSoundAreBadData() async throws {
        expect(65, "contains no audio", try await Tool.run(["transcribe", file("empty.wav")]))
        let text = Data("This is no sound, only words.".utf8)
        let refusal = "This is a text or picture, not a recording."
        expect(65, refusal, try await Tool.run(["transcribe", file("text.wav", text)]))
        expect(65, refusal, try await Tool.run(["transcribe", "--stream", file("t.wav", text)]))
        expect(65, "This is a folder.", try await Tool.run(["transcribe", folder.path]))
        expect(64, "no audio track with this number", try await Tool.run(["transcribe", "--track", "2", Tool.sample]))
    }

    @Test func aMissingModelSaysHowToGetIt() async throws {
        for arguments in [["transcribe", Tool.sample], ["transcribe", "--stream", Tool.sample], ["listen"]] {
            let result = try await Tool.run(arguments + ["--model", "small.en"], data: folder.path)
            expect(69, "parlandoctl models get small.en", result)
        }
    }

    @Test func anEnglishModelRefusesOtherLanguages() async throws {
        let result = try await Tool.run(["transcribe", "--model", "tiny.en", "--language", "de", Tool.sample])
        expect(64, "knows only English", result)
        expect(
            64, "no language xx",
            try await Tool.run(["transcribe", "--model", "base", "--language", "xx", Tool.sample]))
    }

    @Test func aModelThatIsNoModelIsDamagedAndSetAside() async throws {
        let models = URL(filePath: folder.file("parlando/models"))
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        for name in ["tiny.en-v1.bin", "silero-v6.2.0-v1.bin"] {
            // It begins as a model does: the engine would believe what the rest says of its own size.
            let pretender = Data("lmgg".utf8) + Data(repeating: 0x7F, count: 100_000)
            try pretender.write(to: models.appendingPathComponent(name))
        }
        let verified = try await Tool.run(["models", "verify", "--json"], data: folder.path)
        #expect(verified.code == 65)
        #expect(verified.output.contains("\"ok\":false"))
        let result = try await Tool.run(["transcribe", "--model", "tiny.en", Tool.sample], data: folder.path)
        expect(65, "parlandoctl models get tiny.en", result)
        let again = try await Tool.run(["transcribe", "--model", "tiny.en", Tool.sample], data: folder.path)
        expect(69, "parlandoctl models get tiny.en", again)
    }

    /// Damaged near its beginning the gate ended the process of whoever had a server recognise; with damaged weights it
    /// heard nobody.
    @Test(
        .enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"),
        arguments: [16..<200, 400_000..<400_100])
    func aDamagedGateIsNamedAndLeavesTheSpeechModelAlone(damage: Range<Int>) async throws {
        let models = try folderOfModels()
        let gate = models.appendingPathComponent("silero-v6.2.0-v1.bin")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: Tool.modelFolder + "/silero-v6.2.0-v1.bin"))
        bytes.replaceSubrange(damage, with: Data(repeating: 0x7F, count: damage.count))
        let server = try LoopbackServer(ServedFile(Array(#"{"text": "Hello"}"#.utf8)))
        let stream = ["--stream", "--pace", "max"]
        for call in [["--model", "tiny.en"], ["--model", "tiny.en"] + stream, ["--server", server.address] + stream] {
            try bytes.write(to: gate)
            let result = try await Tool.run(["transcribe"] + call + [Tool.sample], data: folder.path)
            expect(65, "parlandoctl models get silero-v6.2.0", result)
            #expect(!result.errors.contains("tiny.en"))
            #expect(!FileManager.default.fileExists(atPath: gate.path))
        }
        #expect(server.requests.isEmpty)
        #expect(FileManager.default.fileExists(atPath: models.appendingPathComponent("tiny.en-v1.bin").path))
    }

    private func folderOfModels() throws -> URL {
        let models = URL(filePath: folder.file("parlando/models"))
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: models.appendingPathComponent("tiny.en-v1.bin"),
            withDestinationURL: URL(fileURLWithPath: Tool.modelPath))
        return models
    }

    @Test func modelsAreListedForPeopleAndForPrograms() async throws {
        let list = try await Tool.run(["models", "list"], data: folder.path)
        #expect(list.code == 0)
        #expect(list.output.contains("tiny.en") && list.output.contains("not on this computer"))
        let json = try await Tool.run(["models", "list", "--json"], data: folder.path)
        let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        let names = (rows ?? []).compactMap { $0["name"] as? String }
        let multilingual = ["base", "small", "large-v3-turbo-q5_0", "large-v3-turbo"]
        let models = ["tiny.en", "base.en", "small.en"] + multilingual + ["silero-v6.2.0"]
        #expect(names.starts(with: models))
        // What follows are voices, which are named after language, country and speaker.
        #expect(names.count > models.count && names.dropFirst(models.count).allSatisfy { $0.contains("_") })
        #expect(rows?.allSatisfy { $0["present"] as? Bool == false } == true)
    }

    @Test func removingWhatIsNotThereIsSaid() async throws {
        expect(69, "is not on this computer", try await Tool.run(["models", "remove", "base"], data: folder.path))
    }

    @Test func aModelFromTheWrongFileIsRefused() async throws {
        let wrong = try file("wrong.bin", Data(repeating: 1, count: 5000))
        let result = try await Tool.run(["models", "get", "tiny.en", "--from", wrong], data: folder.path)
        expect(65, "not this speech model", result)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/parlando/models/tiny.en-v1.bin"))
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func aModelIsImportedCheckedAndRemoved() async throws {
        let path = folder.path + "/parlando/models/tiny.en-v1.bin"
        let taken = try await Tool.run(["models", "get", "tiny.en", "--from", Tool.modelPath], data: folder.path)
        #expect(taken.code == 0)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await Tool.run(["models", "verify", "tiny.en"], data: folder.path).code == 0)
        #expect(try await Tool.run(["models", "remove", "tiny.en"], data: folder.path).code == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func aMicrophoneThatDoesNotExistIsSaid() async throws {
        let result = try await Tool.run(["listen", "--model", "tiny.en", "--device", "nonsense", "--format", "txt"])
        #expect(result.code == 69)
        #expect(result.errors.contains("No microphone found"))
    }

    @Test func devicesAreJSONOrNoDeviceIsTheExitCode() async throws {
        let result = try await Tool.run(["devices", "--json"])
        let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        #expect(result.code == (rows?.isEmpty == true ? 69 : 0))
    }
}

/// File names are bytes: any of them can be opened, and none can do anything to a terminal.
@Suite(.timeLimit(.minutes(5)), .serialized) struct FileNameTests {
    /// The name in the quotes of a shell, and as it is shown.
    private static let names = [
        (#"caf\xe9.wav"#, #"caf\xE9.wav"#), (#"new\nline.wav"#, #"new\nline.wav"#),
        (#"esc\x1b[31mred\x07.wav"#, #"esc\x1B[31mred\x07.wav"#), (#"tab\t\r.wav"#, #"tab\t\r.wav"#),
        (#"\u202egpj.wav"#, #"\u{202E}gpj.wav"#), (#"c1\u009b31m.wav"#, #"c1\u{9B}31m.wav"#),
        (#"a\u3164b\u200dc.wav"#, #"a\u{3164}b\u{200D}c.wav"#),
        (#"grüße 😀.wav"#, #"grüße 😀.wav"#), (#"100%.wav"#, #"100%.wav"#), (#"\xed\xa0\x80.wav"#, #"\xED\xA0\x80.wav"#),
    ]

    /// Runs the tool in a folder with a recording of that name beside another. `NAME` in the arguments is the name.
    private func run(_ name: String, _ arguments: String) async throws -> Tool.Result {
        let folder = try TemporaryFolder()
        let script = """
            export LC_ALL=C.UTF-8
            cd '\(folder.path)' && name=$'\(name)' && cp '\(Tool.sample)' "$name" && cp "$name" second.wav || exit 99
            "$0" transcribe \(arguments.replacing("NAME", with: #""$name""#)) || exit
            for text in *.txt; do [ ! -e "$text" ] || [ "$text" != "${name%.wav}.txt" ] || echo written; done
            """
        return try await Tool.run([], by: ["/bin/bash", "-c", script])
    }

    @Test(arguments: names)
    func aRecordingIsOpenedByTheBytesOfItsNameAndItsNameIsShownHarmlessly(name: String, shown: String) async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#, #"{"text": "Hello"}"#)
        let result = try await run(name, "--server \(server.address) ./NAME second.wav")
        #expect(result.code == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("==> ./\(shown) <==\nHello"))
    }

    @Test(arguments: names)
    func aTextIsNamedAsItsRecording(name: String, shown: String) async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#)
        let result = try await run(name, "--server \(server.address) -o ./ ./NAME")
        #expect(result.code == 0)
        #expect(result.output == "written\n")
    }

    @Test(arguments: names)
    func aSentenceAboutAFileIsOneLineThatDoesNothing(name: String, shown: String) async throws {
        let result = try await run(name, "--model tiny.en NAME/none.wav")
        #expect(result.code == 66)
        #expect(result.errors.hasPrefix("parlandoctl: \(shown)/none.wav: "))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"))
    func theStatusLineIsHarmlessToo() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a\u{1B}[31m\u{202E}b.flac")
        try FileManager.default.copyItem(atPath: Tool.sample, toPath: path)
        let result = try await Tool.run(["transcribe", "--model", "tiny.en", path], isOnTerminal: true)
        #expect(result.code == 0)
        #expect(result.output.contains(#"a\x1B[31m\u{202E}b.flac: "#))
        #expect(!result.output.contains("\u{1B}[31m") && !result.output.contains("\u{202E}"))
    }

    @Test(.enabled(if: Tool.hasModel, "needs the model tiny.en: scripts/setup"), arguments: names)
    func aModelIsTakenFromAFileOfAnyName(name: String, shown: String) async throws {
        let folder = try TemporaryFolder()
        let script = """
            export LC_ALL=C.UTF-8
            cd '\(folder.path)' && name=$'\(name)' && cp '\(Tool.modelPath)' "$name" || exit 99
            "$0" models get tiny.en --from "./$name" && cmp "$name" parlando/models/tiny.en-v1.bin && echo taken
            "$0" models get tiny.en --from "./$name/none"
            """
        let result = try await Tool.run([], data: folder.path, by: ["/bin/bash", "-c", script])
        #expect(result.output == "taken\n")
        #expect(result.code == 66 && result.errors.hasSuffix("./\(shown)/none: File not found.\n"))
    }

    @Test func whatWasNotUnderstoodIsRepeatedHarmlessly() async throws {
        let result = try await Tool.run(["transcribe", "a.wav", "--\u{1B}[31m\u{202E}no"])
        #expect(result.code == 64)
        #expect(result.errors.contains(#"--\x1B[31m\u{202E}no"#))
        #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{202E}"))
    }
}

/// The manual page and the completions leave nothing out.
@Suite(.timeLimit(.minutes(5))) struct ManualTests {
    /// Without roff's marks.
    private static func manual(_ environment: [String: String] = [:]) async throws -> Tool.Result {
        let script = "page=$(python3 -B \"$1/scripts/tools/manual.py\" \"$0\") && printf '%s\\n' \"$page\""
        return try await Tool.run([Tool.root.path], environment: environment, by: ["/bin/bash", "-c", script])
    }

    /// As the help of the command lists them.
    private static func options(_ command: [String]) async throws -> [String] {
        let help = try await Tool.run(command + ["--help"])
        let labels = help.output.components(separatedBy: "\n").filter { $0.hasPrefix("  -") }.map {
            $0.dropFirst(2).components(separatedBy: "  ")[0]
        }
        return labels.flatMap { $0.matches(of: /(?:^|\s)(--?[a-z][a-z-]*)/).map { String($0.output.1) } }
    }

    @Test func everyCommandAndOptionIsInTheManual() async throws {
        let result = try await Self.manual()
        #expect(result.code == 0 && result.errors.isEmpty)
        let page = result.output.replacing("\\-", with: "-")
        // The page of a command ends where the next one begins.
        let sections = page.components(separatedBy: ".SS ")
        for command in Tool.commands {
            let name = command.joined(separator: " ")
            let section = try #require(
                command.isEmpty ? sections.first : sections.first { $0.hasPrefix(name + "\n") }, "\(name)")
            for option in try await Self.options(command)
            where command.isEmpty || !["--version", "--help", "-h", "--verbose"].contains(option) {
                #expect(
                    section.contains("\\fB\(option)\\fR") || section.contains(", \(option)\\fR"), "\(name) \(option)")
            }
        }
        #expect(sections.first?.contains("\\fB--verbose\\fR") == true)
        for code in [0, 64, 65, 66, 69, 70, 73, 74, 130] {
            #expect(page.contains(".TP\n\\fB\(code)\\fR\n"))
        }
        // roff would take such a line for a request that it does not know.
        #expect(!page.contains(/\n'/) && page.unicodeScalars.allSatisfy(\.isASCII))
    }

    @Test func theManualIsInEnglishWhereverItIsMade() async throws {
        let russian = try await Self.manual(["LANGUAGE": "ru", "LC_ALL": "C.UTF-8"])
        #expect(try await Self.manual().output == russian.output)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func everyCommandCanBeCompleted(shell: String) async throws {
        let script = try await Tool.run(["--generate-completion-script", shell])
        #expect(script.code == 0)
        for word in Set(Tool.commands.joined()) {
            #expect(script.output.contains(word))
        }
        let options = try await Self.options(["transcribe"])
        #expect(options.contains("--verbose"))
        for option in options {
            // zsh and fish have short options without their hyphen.
            #expect(script.output.contains(option.drop { $0 == "-" }))
        }
    }
}
