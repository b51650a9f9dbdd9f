import Foundation
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// What the manual page and the completions of the window say of its commands.
struct DictationCommandTests {
    @Test(arguments: DictationCommand.allCases)
    func everyCommandIsInTheManualAndInEachCompletion(command: DictationCommand) throws {
        let data = ProjectFolder.root.appending(path: "data")
        let page = try String(contentsOf: data.appending(path: "parlando.1"), encoding: .utf8)
        #expect(page.contains("\\fB\\-\\-\(command.rawValue)\\fR"))
        for (shell, option) in ["bash": "--", "zsh": "--", "fish": "-l "] {
            let path = data.appending(path: "completions/parlando.\(shell)")
            #expect(try String(contentsOf: path, encoding: .utf8).contains(option + command.rawValue))
        }
    }
}
