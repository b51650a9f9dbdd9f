import Foundation
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// Every part that a program looks for while it runs is in the build that `scripts/run` makes and starts.
@Suite(.serialized) struct BuiltPartsTests {
    /// The build that these tests are part of.
    private static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    private static let folders = Folders(environment: [:], executable: build.path + "/parlando")
    /// Models, which `scripts/setup` puts into the user's folder; only an installed program brings one along.
    private static let elsewhere: Set = ["models"]

    /// A build without GTK has no window.
    private static let programs =
        (ProcessInfo.processInfo.environment["PARLANDO_HEADLESS"] == "1" ? [] : ["parlando"])
        + ["parlandoctl", "parlando-decoder", "parlando-input"]

    /// What the sources name in calls of this method of `Folders`.
    private static func named(by method: String) throws -> [String] {
        let sources = ProjectFolder.root.appending(path: "Sources")
        let call = try Regex(#"\.\#(method)\("([^"]+)"\)"#, as: (Substring, Substring).self)
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let names = try (files ?? []).filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: call).map { String($0.output.1) }
        }
        return Set(names).subtracting(elsewhere).sorted()
    }

    @Test func eachFileIsThere() throws {
        let names = try Self.named(by: "(?:resource|installed)")
        #expect(names.count >= 5)
        for name in names {
            #expect(Self.folders.resource(name) != nil, "\(name)")
        }
        #expect(FileManager.default.fileExists(atPath: Self.folders.googleAuthorities))
        #expect(Self.folders.languages.contains("ru"))
        #expect(Self.folders.schemas.contains { FileManager.default.fileExists(atPath: $0 + "/gschemas.compiled") })
    }

    @Test func eachLibraryThatIsLoadedByNameIsThere() throws {
        let names = try Self.named(by: "libraries")
        #expect(!names.isEmpty)
        for name in names {
            #expect(Self.folders.libraries(name).contains { FileManager.default.fileExists(atPath: $0) }, "\(name)")
        }
    }

    @Test func eachHelperStarts() throws {
        let names = try Self.named(by: "helper")
        #expect(!names.isEmpty)
        for name in names {
            let helper = try #require(Self.folders.helper(name), "\(name)")
            // Without an input method there is nothing to check: what counts is that it says so itself.
            let home = try TemporaryFolder()
            let environment = ["PATH": "/usr/bin", "HOME": home.path]
            let status = try SystemProgram.result(of: [helper, "--check"], environment: environment).status
            #expect([0, 1].contains(status), "\(name)")
        }
    }

    @Test(arguments: programs)
    func eachLinkedLibraryIsFound(program: String) throws {
        let result = try SystemProgram.result(of: ["/usr/bin/ldd", Self.build.path + "/" + program])
        #expect(result.status == 0)
        #expect(result.output.contains("libc.so") && !result.output.contains("not found"), "\(result.output)")
    }

    /// Else the next file that a program opens would get what is written to its outputs.
    @Test(arguments: [["parlando-decoder", "pipe", ""], ["parlandoctl", "rhythm", "detect", "-"]])
    func closedDescriptorsAreOpenedFirst(command: [String]) async throws {
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        let program = Self.build.path + "/" + command[0]
        process.arguments = ["-c", #"exec "$@" 1>&- 2>&-"#, "sh", program] + command.dropFirst()
        // It waits for what comes through this pipe.
        process.standardInput = input
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        defer { process.terminate() }
        let files = [1, 2].map { "/proc/\(process.processIdentifier)/fd/\($0)" }
        func areOpen() -> Bool {
            files.allSatisfy { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) == "/dev/null" }
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while !areOpen(), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(areOpen())
    }
}
