import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

@Suite struct BrokenServerTests {
    @Test(arguments: [
        (ServerFault.wrongByte, ModelError.Kind.wrongChecksum), (.endless, .badAnswer), (.empty, .badAnswer),
        (.short(by: 1), .badAnswer), (.quietlyShort(by: 1), .badAnswer), (.status(500), .refused(status: 500)),
        (.status(503), .refused(status: 503)), (.status(429), .refused(status: 429)),
    ]) func aBadAnswerIsAskedForAgainAndOftenEnoughRefused(fault: ServerFault, kind: ModelError.Kind) async throws {
        let bench = try Bench()
        bench.server.alwaysFail(fault)
        #expect(await bench.failure() == kind)
        #expect(bench.server.requests.count == RetryLimit.tries)
        #expect(bench.clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(bench.folder.bytes(of: bench.model.fileName) == nil)
        bench.server.alwaysFail(.none)
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test(arguments: [
        ServerFault.wrongByte, .endless, .empty, .short(by: 7), .quietlyShort(by: 7), .status(500),
        .status(429, retryAfter: "3"),
    ]) func oneBadAnswerDoesNoHarm(fault: ServerFault) async throws {
        let bench = try Bench()
        bench.server.fail(fault)
        let events = try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(events.contains { if case .retrying = $0 { true } else { false } })
    }

    @Test(arguments: [404, 403, 410]) func anAnswerThatStaysTheSameIsNotAskedForAgain(status: Int) async throws {
        let bench = try Bench()
        bench.server.alwaysFail(.status(status))
        #expect(await bench.failure() == .refused(status: status))
        #expect(bench.server.requests.count == 1)
        #expect(bench.folder.names.isEmpty)
    }

    @Test func aServerThatAsksToWaitIsGivenTheTime() async throws {
        let bench = try Bench()
        bench.server.fail(.status(429, retryAfter: "17"))
        try await bench.fetch()
        #expect(bench.clock.sleeps == [.seconds(17)])
    }

    @Test func aServerThatAsksForAnHourIsNotWaitedFor() async throws {
        let bench = try Bench()
        bench.server.fail(.status(503, retryAfter: "3600"))
        #expect(await bench.failure() == .refused(status: 503))
        #expect(bench.clock.sleeps.isEmpty)
    }

    @Test func anEndlessAnswerWritesNoMoreThanTheFile() async throws {
        let bench = try Bench()
        bench.server.alwaysFail(.endless)
        #expect(await bench.failure() == .badAnswer)
        #expect(bench.folder.bytes(of: bench.partName) ?? [] == [])
    }

    @Test func aPageInPlaceOfTheFileLeavesThePartAlone() async throws {
        let bench = try Bench()
        try bench.leavePart(Array(bench.content.prefix(60_000)))
        bench.server.alwaysFail(.empty)
        #expect(await bench.failure() == .badAnswer)
        #expect(bench.folder.bytes(of: bench.partName)?.count == 60_000)
    }

    @Test func aRedirectToAnotherHostOfThisMachineIsFollowed() async throws {
        let bench = try Bench()
        let other = try LoopbackServer(ServedFile(bench.content))
        bench.server.alwaysFail(.redirect(to: "http://localhost:\(other.port)/elsewhere"))
        try await bench.fetch()
        #expect(other.requests.map(\.path) == ["/elsewhere"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test(arguments: ["http://example.invalid/model", "ftp://127.0.0.1/model", "file:///etc/passwd"])
    func aRedirectAwayFromHTTPSIsRefused(target: String) async throws {
        let bench = try Bench()
        bench.server.alwaysFail(.redirect(to: target))
        #expect(await bench.failure() == .badAnswer)
        #expect(bench.server.requests.count == 1)
    }

    @Test func aServerThatIsNotThereIsOffline() async throws {
        let bench = try Bench()
        var preferences = Preferences()
        preferences.mirror = "http://127.0.0.1:1"  // a port below those that are given out, where nobody listens
        #expect(await bench.failure(of: bench.store(preferences: preferences)) == .offline)
    }
}
