import Foundation
import ParlandoTestSupport
import Testing

/// The tool speaks the user's language to people, and the same to every program.
@Suite(.timeLimit(.minutes(5))) struct LanguageTests {
    /// Ways to ask for Russian. No system of ours is sure to have a Russian locale.
    private static let russian = [
        ["LC_ALL": "C.UTF-8", "LANGUAGE": "ru"], ["LC_ALL": "ru_RU.UTF-8"], ["LC_ALL": "", "LANG": "ru_RU.UTF-8"],
        ["LC_ALL": "xx_XX.UTF-8", "LANGUAGE": "xx:ru:en"],
    ]

    /// Ways to ask for a language that there is no translation for.
    private static let english = [
        ["LC_ALL": "C"], ["LC_ALL": "C", "LANGUAGE": "ru"], ["LC_ALL": "POSIX"], ["LC_ALL": "xx_XX.UTF-8"],
        ["LC_ALL": "", "LANG": ""],
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let messages = folder.path + "/ru/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
        try SystemProgram.run("msgfmt", Tool.root.path + "/po/ru.po", "-o", catalogue)
    }

    private var catalogue: String {
        folder.path + "/ru/LC_MESSAGES/parlando.mo"
    }

    private func run(
        _ arguments: [String], _ environment: [String: String], by runner: [String] = [], isOnTerminal: Bool = false
    ) async throws -> Tool.Result {
        try await Tool.run(
            arguments, data: folder.path,
            environment: ["PARLANDO_LOCALEDIR": folder.path].merging(environment) { _, new in new }, by: runner,
            isOnTerminal: isOnTerminal)
    }

    @Test(arguments: russian)
    func errorsAreInTheLanguageOfTheUser(environment: [String: String]) async throws {
        let missing = try await run(["transcribe", "/none.wav"], environment)
        #expect(missing.code == 66)
        #expect(missing.errors == "parlandoctl: /none.wav: Файл не найден.\n")
        let model = try await run(["transcribe", "--model", "small.en", Tool.sample], environment)
        #expect(model.code == 69)
        #expect(
            model.errors
                == "parlandoctl: Модели small.en нет на этом компьютере. "
                + "Скачайте её командой: parlandoctl models get small.en\n")
        let folder = try await run(["transcribe", "--output", "/none/x.txt", Tool.sample], environment)
        #expect(folder.code == 73)
        #expect(folder.errors == "parlandoctl: /none/x.txt: такой папки нет.\n")
    }

    @Test(arguments: english)
    func withoutATranslationErrorsAreInEnglish(environment: [String: String]) async throws {
        let missing = try await run(["transcribe", "/none.wav"], environment)
        #expect(missing.code == 66)
        #expect(missing.errors == "parlandoctl: /none.wav: File not found.\n")
    }

    /// What is wrong is told by ArgumentParser, in English, or by this program.
    @Test(arguments: [
        (["listen", "--partial"], "Error: --partial указывают вместе с --format json."),
        (["transcribe"], "Help:  <files>  Звуковые файлы и видео; - — стандартный ввод."),
    ])
    func ourSentencesOnAWrongCommandLineAreInTheLanguageOfTheUser(arguments: [String], sentence: String) async throws {
        let result = try await run(arguments, Self.russian[0])
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(sentence))
    }

    @Test(arguments: Tool.commands)
    func helpIsInTheLanguageOfTheUser(command: [String]) async throws {
        let help = try await run(command + ["--help"], Self.russian[0])
        #expect(help.code == 0)
        #expect(help.output.hasPrefix("OVERVIEW: ") && help.output.contains("\nUSAGE: parlandoctl"))
        #expect(Self.englishLines(of: help.output) == [])
    }

    /// Lines with words of English that are neither a command line, nor an example or a form of JSON, nor
    /// ArgumentParser's.
    private static func englishLines(of text: String) -> [String] {
        text.components(separatedBy: "\n").filter { line in
            let isForm = ["  parlandoctl ", "  {\"", "   \"", "  100 ", "USAGE: ", "  See '"].contains {
                line.hasPrefix($0)
            }
            let words = line.replacing(/«[^»]*»/, with: "")
            return !isForm && words.contains(/\b[a-z]{3,} [a-z]{3,} [a-z]{3,}\b/)
        }
    }

    @Test func listsAreInTheLanguageOfTheUser() async throws {
        let models = try await run(["models", "list"], Self.russian[0])
        #expect(models.code == 0)
        let lines = models.output.split(separator: "\n")
        #expect(lines.contains { $0.contains("tiny.en") && $0.contains(/78 МБ +только английский/) })
        #expect(lines.allSatisfy { $0.hasSuffix("нет на этом компьютере") })
        #expect(Set(lines.map { String($0).components(separatedBy: "нет на этом")[0].count }).count == 1)
    }

    @Test(arguments: [["models", "list", "--json"], ["devices", "--json"], ["models", "verify", "--json"]])
    func jsonIsTheSameInEveryLanguage(arguments: [String]) async throws {
        let english = try await run(arguments, Self.english[0])
        for environment in Self.russian {
            let russian = try await run(arguments, environment)
            #expect(russian.output == english.output)
            #expect(russian.code == english.code)
        }
    }

    @Test(arguments: ["json", "srt", "txt"])
    func aTranscriptIsTheSameInEveryLanguage(format: String) async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#, #"{"text": "Hello"}"#)
        let arguments = ["transcribe", "--format", format, "--server", server.address, Tool.sample]
        let english = try await run(arguments, Self.english[0])
        let russian = try await run(arguments, Self.russian[0])
        #expect(english.code == 0 && english.output.contains("Hello"))
        let time = /"timestamp":"[^"]*"/
        #expect(russian.output.replacing(time, with: "") == english.output.replacing(time, with: ""))
    }

    /// What people read of the wait is Russian, what programs read of it is not.
    @Test func aReasonIsTranslatedForPeopleOnly() async throws {
        let script = GeminiScript()
        let server = try LoopbackServer(script: script)
        let call = ["translate", "--address", String(server.address.dropLast()), "--to", "de", "--format"]
        let environment = Self.russian[0].merging(["PARLANDO_GEMINI_KEY": "secret"]) { $1 }
        script.answerNext(GeminiScript.refusal(503, "UNAVAILABLE"), GeminiScript.says("Guten Tag"))
        let events = try await run(call + ["events", "Good day"], environment).objects()
        let reason = try #require(events.first { $0["type"] as? String == "waiting" }?["reason"] as? String)
        let isPlain = reason.unicodeScalars.allSatisfy { $0.isASCII }
        #expect(isPlain)
        script.answerNext(GeminiScript.refusal(503, "UNAVAILABLE"), GeminiScript.says("Guten Tag"))
        let text = try await run(call + ["txt", "Good day"], environment)
        #expect(text.output == "Guten Tag\n")
        #expect(text.errors.contains(/^parlandoctl: .* Повтор через \d+ секунд/))
    }

    /// A catalogue that gettext would read beyond its end, or search for ever.
    @Test(arguments: [0, 3, 20, 27, 100, 5000])
    func aDamagedCatalogueIsNamedAndNotUsed(length: Int) async throws {
        let whole = try Data(contentsOf: URL(filePath: catalogue))
        var places = Data(whole)
        // What is known of the catalogue stays, and every place in it lies far outside.
        places.replaceSubrange(28..<min(28 + 8 * length, whole.count), with: Data(repeating: 0x7F, count: 8 * length))
        for damaged in [whole.prefix(length), places] where damaged != whole {
            try damaged.write(to: URL(filePath: catalogue))
            let result = try await run(["transcribe", "/none.wav"], Self.russian[0])
            #expect(result.code == 66)
            #expect(
                result.errors == "parlandoctl: \(catalogue) is damaged. Install Parlando again.\n"
                    + "parlandoctl: /none.wav: File not found.\n")
        }
    }
}
