import Foundation
import Testing

/// What is left of a dictation if the program is killed. The program is `ParlandoBench`, which every build for tests
/// makes; `scripts/bench history` kills it a hundred times.
@Suite(.timeLimit(.minutes(3))) struct KilledProgramTests {
    @Test func ofADictationAtMostTheLastSecondIsLost() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "ParlandoBench")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = ["history-kills", "3"]
        process.standardOutput = pipe
        try process.run()
        let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("3 kills"))
    }
}
