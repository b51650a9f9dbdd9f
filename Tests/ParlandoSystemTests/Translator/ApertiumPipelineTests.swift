import Foundation
import ParlandoCore
import Testing

@testable import ParlandoSystem

/// A pipeline whose programs misbehave.
@Suite(.timeLimit(.minutes(1))) struct ApertiumPipelineTests {
    private func pipeline(
        _ command: String, _ change: (inout ApertiumPipeline.Limits) -> Void = { _ in }
    ) -> ApertiumPipeline {
        var limits = ApertiumPipeline.Limits()
        change(&limits)
        return ApertiumPipeline(["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"], limits: limits)
    }

    private func kind(_ pipeline: ApertiumPipeline) async -> TranslationError.Kind? {
        do {
            _ = try await pipeline.translate("Good morning.")
            return nil
        } catch {
            return (error as? TranslationError)?.kind
        }
    }

    @Test func whatIsEchoedComesBack() async throws {
        let echo = pipeline("cat")
        #expect(try await echo.translate("One [two]\tthree") == "One [two]\tthree")
        let id = try #require(await echo.processID)
        #expect(try await echo.translate("Four") == "Four")
        #expect(await echo.processID == id)
        await echo.end()
        // Its programs are killed at once, and gone as soon as the system has noticed.
        while kill(-id, 0) == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(errno == ESRCH)
    }

    @Test(
        arguments: [
            ("sleep 100", .timedOut), ("yes", .badAnswer), ("true", .failed), ("exec /nonexistent/program", .failed),
        ] as [(String, TranslationError.Kind)])
    func aProgramThatDoesNotAnswerIsEnded(command: String, expected: TranslationError.Kind) async {
        let broken = pipeline(command) { $0.timeout = expected == .timedOut ? .milliseconds(100) : .seconds(30) }
        #expect(await kind(broken) == expected)
        #expect(await broken.processID == nil)
    }

    @Test func aProgramThatIsNotThereIsAnError() async {
        let missing = ApertiumPipeline(["/nonexistent/program"], environment: [:])
        #expect(await kind(missing) == .failed)
    }

    @Test func oneThatHasDiedIsStartedAgain() async throws {
        let echo = pipeline("cat")
        #expect(try await echo.translate("One") == "One")
        let id = try #require(await echo.processID)
        kill(-id, SIGKILL)
        #expect(try await echo.translate("Two") == "Two")
        #expect(await echo.processID != id)
    }

    @Test func cancellingEndsTheWait() async {
        let silent = pipeline("sleep 100")
        let work = Task { try await silent.translate("One") }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func oneThatIsNotUsedIsEnded() async throws {
        let echo = pipeline("cat") { $0.idle = .milliseconds(1) }
        #expect(try await echo.translate("One") == "One")
        while await echo.processID != nil {
            await Task.yield()
        }
        #expect(try await echo.translate("Two") == "Two")
    }

    @Test func aTextLongerThanAnyPipeGoesThrough() async throws {
        let text = String(repeating: "word and word, ", count: 40_000) + "end."
        #expect(try await pipeline("cat").translate(text) == text)
    }
}
