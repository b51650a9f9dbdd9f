import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// The process that writes at the caret, with scripts in its place.
@Suite(.timeLimit(.minutes(1))) struct InputProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An input process that is this shell script.
    private func process(_ script: String, _ limits: InputProcess.Limits = .init()) throws -> InputProcess {
        // Written by another process: a child that another test starts meanwhile has all of this one's open files for a
        // moment, and a program that is open for writing cannot be run.
        let (writer, socket) = try ChildProcess.start([
            "/bin/sh", "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod +x "$2""#, "sh", script,
            folder.file("parlando-input"),
        ])
        defer { close(socket) }
        var status: Int32 = 0
        while waitpid(writer, &status, 0) < 0, errno == EINTR {}
        let environment = ["HOME": folder.path, "PATH": folder.path]
        return InputProcess(
            Folders(environment: environment, executable: folder.path + "/parlando"), environment: environment,
            limits: limits)
    }

    @Test func noSignalIsBlockedOrIgnoredInIt() async throws {
        let former = signal(SIGUSR2, SIG_IGN)
        defer { signal(SIGUSR2, former) }
        // The exit code is 0 if both masks of signals are empty, except for two signals of the C library's own.
        let masks = "Blk:[[:space:]]*0*|Ign:[[:space:]]*0*(180000000)?"
        let process = try process("test `grep -cE '^Sig(\(masks))$' /proc/self/status` = 2")
        #expect(await process.obstacle() == nil)
    }

    @Test func anExitCodeSaysWhatIsWrong() async throws {
        #expect(try await process("exit 1").obstacle() == .notInstalled)
        #expect(try await process("exit 2").obstacle() == .incomplete)
        let folders = Folders(environment: ["HOME": folder.path], executable: folder.path + "/nowhere/parlando")
        #expect(await InputProcess(folders, environment: [:]).obstacle() == .incomplete)
    }

    @Test func anInputMethodServiceThatHangsIsSaidToBeSilent() async throws {
        var limits = InputProcess.Limits()
        limits.answer = .milliseconds(100)
        #expect(try await process("exec sleep 600", limits).obstacle() == .silent)
    }

    @Test func aProcessThatDoesNotEndWhenAskedIsKilled() async throws {
        var limits = InputProcess.Limits()
        limits.end = .milliseconds(100)
        let line = try process("trap '' TERM HUP INT ALRM; exec sleep 600", limits).open()
        line.close()
        for await _ in line.events {}
    }

    @Test func aCommandForAHungProcessIsNotSentAndTheProcessIsKilled() async throws {
        var limits = InputProcess.Limits()
        limits.end = .milliseconds(100)
        let line = try process("exec sleep 600", limits).open()
        #expect(line.send(.write(1, final: "words", interim: "", visit: 1)))
        #expect(!line.send(.write(2, final: String(repeating: "word ", count: 1_000_000), interim: "", visit: 1)))
        #expect(!line.send(.write(3, final: "later", interim: "", visit: 1)))
        for await _ in line.events {}
    }

    @Test func aCommandForAProcessThatHasEndedIsNotSent() async throws {
        let line = try process("exit 0").open()
        for await _ in line.events {}
        #expect(!line.send(.takeOver))
    }

    @Test func eventsArriveInPiecesOfAnyLength() {
        var messages = InputMessages()
        let lines = [
            #"{"ready":{}}"#, "nonsense", #"{"written":{"_0":7}}"#, String(repeating: "x", count: 100_000),
            #"{"lost":{}}"#, "",
        ]
        let events = lines.joined(separator: "\n").utf8.flatMap { messages.take([$0]) }
        #expect(events == [.ready, .written(7), .lost])
    }
}
