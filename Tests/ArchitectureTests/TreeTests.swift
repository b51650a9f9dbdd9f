import Foundation
import Testing

/// The project as a whole: what lies where, and what must not be in it.
struct TreeTests {
    private static let texts = SourceTree.top.flatMap { SourceTree.files(in: $0) }

    @Test(arguments: texts)
    func noFileKnowsThePathsOfAMachine(path: String) {
        guard let text = SourceTree.text(path), !path.hasSuffix("TreeTests.swift") else {
            return
        }
        let places = text.matches(of: /(?:^|[\s"'=(:,<])(\/(?:root|work|home|Users)\/\w+)/).map { String($0.1) }
            .filter { !$0.hasPrefix("/home/") || !path.hasPrefix("Tests/") }  // made-up people live in tests
        #expect(places.isEmpty)
    }

    private static let shellScripts = texts.filter {
        $0.hasSuffix(".sh") || SourceTree.text($0)?.hasPrefix("#!/usr/bin/env bash") ?? false
    }

    @Test(arguments: shellScripts)
    func everyShellScriptIsSound(path: String) throws {
        #expect(try Command.run("bash", "-n", path) == Command.Result(status: 0, output: ""))
    }

    @Test(arguments: texts.filter { SourceTree.text($0)?.hasPrefix("#!") ?? false })
    func everyScriptCanBeStarted(path: String) {
        #expect(FileManager.default.isExecutableFile(atPath: SourceTree.root.appending(path: path).path))
    }

    @Test(arguments: texts.filter { !$0.hasSuffix(".bin") && SourceTree.text($0) != nil })
    func everyTextEndsWithALineEnd(path: String) {
        let text = SourceTree.text(path) ?? ""
        #expect(text.isEmpty || text.hasSuffix("\n"))
        #expect(!text.contains("\r"))
    }
}
