import Foundation
import ParlandoTestSupport
import Testing

/// Nothing that is read is ever written over, whatever it is called.
@Suite(.timeLimit(.minutes(5))) struct OutputPlanTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.wav", "a.mp3", "b.wav", "b.txt"] {
            try Data("sound of \(name)".utf8).write(to: URL(filePath: folder.file(name)))
        }
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.file("soft.wav"), withDestinationPath: "a.wav")
        try manager.linkItem(atPath: folder.file("a.wav"), toPath: folder.file("hard.wav"))
        try manager.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        try manager.createSymbolicLink(atPath: folder.file("out/b.txt"), withDestinationPath: "../a.wav")
    }

    private static let refused = [
        ("a.wav", ["a.wav"], "would be lost"), ("./out/../a.wav", ["a.wav"], "would be lost"),
        ("soft.wav", ["a.wav"], "would be lost"), ("hard.wav", ["a.wav"], "would be lost"),
        ("a.wav", ["soft.wav"], "would be lost"),
        // The text of one recording in place of another one.
        ("out", ["b.wav", "a.wav"], "would be lost"), (".", ["b.wav", "b.txt"], "would be lost"),
        ("out", ["a.wav", "a.mp3"], "a.wav and "), ("out/", ["a.mp3", "./a.wav"], "a.mp3 and "),
    ]

    @Test(arguments: refused, [[], ["--server", "http://127.0.0.1:9"]])
    func whatWouldBeLostIsRefusedBeforeAnyWork(
        output: (to: String, files: [String], sentence: String), server: [String]
    ) async throws {
        let before = try contents()
        let paths = output.files.map { folder.file($0) }
        let result = try await Tool.run(["transcribe", "--output", folder.file(output.to)] + server + paths)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(output.sentence))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try contents() == before)
    }

    /// The recordings are no sound: who looked at them first would say that instead.
    @Test(arguments: [
        ("no/such/x.txt", ["a.wav"], "no such folder"), ("no/such/", ["a.wav"], "no such folder"),
        ("b.txt/x.txt", ["a.wav"], "no such folder"), ("none", ["a.wav", "b.wav"], "no such folder"),
        ("lost.txt", ["a.wav"], "no such folder"), ("into/", ["a.wav"], "it is a folder"),
        ("locked/x.txt", ["a.wav"], "may not be written to"), ("locked", ["a.wav"], "may not be written to"),
        ("read-only.txt", ["a.wav"], "may not be written to"), (longName + ".txt", ["a.wav"], "writing failed"),
    ])
    func whatCannotBeWrittenIsRefusedBeforeAnyWork(
        output: (to: String, files: [String], sentence: String)
    ) async throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.file("lost.txt"), withDestinationPath: "no/such.txt")
        try manager.createDirectory(atPath: folder.file("into/a.txt"), withIntermediateDirectories: true)
        try manager.createDirectory(atPath: folder.file("locked"), withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: folder.file("read-only.txt")))
        chmod(folder.file("locked"), 0o555)
        chmod(folder.file("read-only.txt"), 0o444)
        chmod(folder.path, 0o777)
        // Nothing is closed to root.
        let other = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let result = try await Tool.run(
            ["transcribe", "--output", folder.file(output.to)] + output.files.map { folder.file($0) }, by: other)
        #expect(result.code == (output.sentence == "writing failed" ? 74 : 73))
        #expect(result.errors.contains(output.sentence))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    private static let longName = String(repeating: "n", count: 252)

    @Test(arguments: [
        ["rhythm", "render", "--bpm", "90", "--bars", "1", "--pattern", "quarter", "-o", "NONE"],
        [
            "rhythm", "render", "--bpm", "90", "--bars", "1", "--pattern", "quarter", "-o", "m.wav", "--schedule",
            "NONE",
        ],
    ])
    func soundThatCannotBeWrittenIsRefusedBeforeAnyWork(arguments: [String]) async throws {
        let result = try await Tool.run(
            arguments.map { $0 == "NONE" ? folder.file("no/such/x") : $0 == "m.wav" ? folder.file($0) : $0 })
        #expect(result.code == 73 && result.errors.contains("no such folder"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("m.wav")))
    }

    @Test func aNameOfTheGreatestLengthIsWritten() async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#)
        let path = folder.file(String(repeating: "n", count: 251) + ".txt")
        let result = try await Tool.run(["transcribe", "--server", server.address, "-o", path, Tool.sample])
        #expect(result.code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("Hello"))
    }

    @Test func aRecordingOnStandardInputIsKeptToo() async throws {
        let before = try contents()
        let result = try await Tool.run(
            ["transcribe", "--output", folder.file("a.wav"), "/dev/stdin"],
            by: ["/bin/bash", "-c", "exec \"$0\" \"$@\" < '\(folder.file("a.wav"))'"])
        #expect(result.code == 64 && result.errors.contains("would be lost"))
        #expect(try contents() == before)
    }

    @Test func twoTextsOfOneRecordingAreOneText() async throws {
        let server = try LoopbackServer()
        server.answer(#"{"text": "Hello"}"#, #"{"text": "Hello"}"#)
        let result = try await Tool.run(
            ["transcribe", "--server", server.address, "--output", folder.file("out/"), Tool.sample, Tool.sample])
        #expect(result.code == 0)
        #expect(try String(contentsOfFile: folder.file("out/jfk.txt"), encoding: .utf8).hasPrefix("Hello"))
    }

    @Test func aTranslationIsNotSpokenIntoTheRecordingItIsOf() async throws {
        let before = try contents()
        let result = try await Tool.run([
            "translate", "--to", "de", "--file", folder.file("a.wav"), "--speak", folder.file("soft.wav"),
        ])
        #expect(result.code == 64 && result.errors.contains("would be lost"))
        #expect(try contents() == before)
    }

    @Test func aMetronomeAndItsMomentsAreTwoFiles() async throws {
        let result = try await Tool.run([
            "rhythm", "render", "--bpm", "90", "--bars", "1", "--pattern", "quarter", "-o", folder.file("m"),
            "--schedule", folder.file("out/../m"),
        ])
        #expect(result.code == 64 && result.errors.contains("both"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("m")))
    }

    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.filter { $0 != "out" }.map {
                ($0, try Data(contentsOf: URL(filePath: folder.file($0))))
            })
    }
}
