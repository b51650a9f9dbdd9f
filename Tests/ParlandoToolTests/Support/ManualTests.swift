import Foundation
import Testing

/// The manual page and the completions leave nothing out.
@Suite(.timeLimit(.minutes(5))) struct ManualTests {
    /// The manual page as it is read, without roff's marks.
    private static func manual(_ environment: [String: String] = [:]) async throws -> Tool.Result {
        let script = "page=$(python3 -B \"$1/scripts/tools/manual.py\" \"$0\") && printf '%s\\n' \"$page\""
        return try await Tool.run([Tool.root.path], environment: environment, by: ["/bin/bash", "-c", script])
    }

    /// The names of the options of a command, as its help lists them.
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
