import Foundation
import ParlandoSystem
import ParlandoTestSupport
import Testing

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

    /// Runs the tool in a folder with a recording of that name beside another one. `NAME` in the arguments is the name.
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
