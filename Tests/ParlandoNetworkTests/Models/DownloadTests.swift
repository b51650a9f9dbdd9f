import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct ResumeTests {
    static let count = 300_001
    static let cuts =
        [0, 1, 2, 1023, 16_383, 16_384, 16_385, 150_000, count - 1] + (0..<12).map { _ in Int.random(in: 0..<count) }

    @Test(arguments: cuts) func aDownloadCutAnywhereGoesOnWhereItBroke(cut: Int) async throws {
        let bench = try Bench(count: Self.count)
        bench.server.fail(.cut(after: cut))
        let events = try await bench.fetch()
        #expect(events.last == .done(path: bench.folder.file(bench.model.fileName)))
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.ranges == ["", cut == 0 ? "" : "bytes=\(cut)-"])
        #expect(bench.server.requests.last?.headers["if-range"] == (cut == 0 ? nil : "\"one\""))
    }

    @Test(arguments: cuts) func aDownloadGoesOnAfterARestart(cut: Int) async throws {
        let bench = try Bench(count: Self.count)
        bench.server.alwaysFail(.cut(after: cut))
        for try await event in bench.store().fetch(bench.model, allowMetered: false) {
            if case .retrying = event {
                break
            }
        }
        bench.server.alwaysFail(.none)
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(bench.folder.names == [bench.model.fileName])
        if cut > 0 {
            #expect(bench.ranges.dropFirst().allSatisfy { !$0.isEmpty })
        }
    }

    @Test func aLineThatBreaksEveryFewBytesStillBringsTheFile() async throws {
        let bench = try Bench(count: Self.count)
        bench.server.alwaysFail(.cut(after: Self.count / 20))
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(bench.server.requests.count > RetryLimit.tries)
    }

    @Test func aLineThatBringsNothingIsGivenUpAfterThreeMoreTries() async throws {
        let bench = try Bench()
        bench.server.alwaysFail(.cut(after: 0))
        #expect(await bench.failure() == .offline)
        #expect(bench.server.requests.count == RetryLimit.tries)
        #expect(bench.clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test func aWaitForAnotherTryTellsItsNumberAndNoRate() async throws {
        let bench = try Bench()
        bench.server.fail(.cut(after: 0), .wrongByte, .cut(after: 0))
        let told = try await bench.fetch().compactMap { event -> TransferProgress? in
            if case .downloading(let progress) = event { progress } else { nil }
        }
        let waits = told.indices.filter { $0 == 0 ? false : told[$0].retry > told[$0 - 1].retry }
        #expect(waits.map { told[$0].retry } == [1, 2, 3])
        #expect(waits.allSatisfy { told[$0].rate == 0 })
        #expect(told.last?.retry == TransferProgress.mostRetries)
    }

    @Test func withoutRangesADownloadStartsOver() async throws {
        let bench = try Bench()
        bench.server.serve(ServedFile(bench.content, hasRanges: false))
        bench.server.fail(.cut(after: 100_000))
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aFileThatChangedOnTheServerStartsOver() async throws {
        let bench = try Bench()
        try bench.leavePart(Bench.noise(100_000, seed: 7), validator: "\"zero\"")
        try await bench.fetch()
        #expect(bench.server.requests.first?.headers["if-range"] == "\"zero\"")
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    /// Whatever a failing disk left beside the part: the part itself is compared in the end.
    @Test(arguments: ["\"o\u{1}ne\"", "\"öne\"", "\"one\"\r\nX-Other: 1", String(repeating: "x", count: 200_000), ""])
    func aDamagedValidatorIsPassedOver(text: String) async throws {
        let bench = try Bench()
        try bench.leavePart(Array(bench.content.prefix(100_000)), validator: text)
        try await bench.fetch()
        #expect(bench.server.requests.map { $0.headers["if-range"] } == [nil])
        #expect(bench.ranges == ["bytes=100000-"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aServerThatIgnoresIfRangeIsFoundOut() async throws {
        let bench = try Bench()
        // The server knows no tag to compare with, so it sends the part; its date shows the change.
        bench.server.serve(ServedFile(bench.content, entityTag: nil, lastModified: "Tue, 01 Jul 2025 10:00:00 GMT"))
        try bench.leavePart(Bench.noise(100_000, seed: 7), validator: nil)
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(bench.ranges == ["bytes=100000-", ""])
    }

    @Test func theDateStandsInForAMissingOrWeakTag() async throws {
        let bench = try Bench()
        let date = "Tue, 01 Jul 2025 10:00:00 GMT"
        bench.server.serve(ServedFile(bench.content, entityTag: "W/\"weak\"", lastModified: date))
        bench.server.fail(.cut(after: 100_000))
        try await bench.fetch()
        #expect(bench.server.requests.last?.headers["if-range"] == date)
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aWholePartIsOnlyCheckedAndNamed() async throws {
        let bench = try Bench()
        try bench.leavePart(bench.content)
        try await bench.fetch()
        #expect(bench.server.requests.isEmpty)
        #expect(bench.folder.names == [bench.model.fileName])
    }

    @Test func aPartLongerThanTheFileStartsOver() async throws {
        let bench = try Bench()
        try bench.leavePart(bench.content + [0])
        try await bench.fetch()
        #expect(bench.ranges == [""])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aPartBeyondTheServersFileStartsOver() async throws {
        let bench = try Bench()
        bench.server.serve(ServedFile(Array(bench.content.prefix(50_000))), at: "/tiny")
        try bench.leavePart(Array(bench.content.prefix(60_000)))
        #expect(await bench.failure() == .badAnswer)
        #expect(bench.ranges.prefix(2) == ["bytes=60000-", ""])
        bench.server.serve(ServedFile(bench.content), at: "/tiny")
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aPartThatBeginsElsewhereThanAskedStartsOver() async throws {
        let bench = try Bench()
        try bench.leavePart(Array(bench.content.prefix(60_000)))
        bench.server.fail(.shiftedRange(by: 1))
        try await bench.fetch()
        #expect(bench.ranges == ["bytes=60000-", ""])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aCancelKeepsWhatHasArrived() async throws {
        let bench = try Bench()
        bench.server.fail(.stall(after: 200_000))
        let fetching = Task { try await bench.fetch() }
        while bench.folder.bytes(of: bench.partName)?.count != 200_000 {
            await Task.yield()
        }
        fetching.cancel()
        var events = bench.server.events.makeAsyncIterator()
        while let event = await events.next(), event != .hangUp {}
        try await bench.fetch()
        #expect(bench.ranges == ["", "bytes=200000-"])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }
}

enum RetryLimit {
    /// The first try and three more.
    static let tries = 4
}

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

    /// Models and voices come the same way.
    @Test func aWebPageIsToldAtOnceAndLeavesThePartAlone() async throws {
        let bench = try Bench()
        try bench.leavePart(Array(bench.content.prefix(60_000)))
        let other = try LoopbackServer(ServedFile([]))
        other.alwaysFail(.page)
        for fault in [ServerFault.page, .redirect(to: "http://localhost:\(other.port)/login")] {
            bench.server.alwaysFail(fault)
            #expect(await bench.failure() == .badAnswer)
        }
        // The network can only answer in place of the server, which is verified.
        #expect(ModelError(HTTPError(.untrusted))?.kind == .signIn)
        #expect(bench.clock.sleeps.isEmpty)
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
        #expect(bench.clock.sleeps.isEmpty)
    }
}

@Suite struct ContentRangeTests {
    @Test func aRangeIsRead() {
        #expect(ContentRange("bytes 100-199/200").map { [$0.first, $0.last, $0.total] } == [100, 199, 200])
        #expect(ContentRange("bytes 0-0/*").map { [$0.first, $0.last, $0.total] } == [0, 0, nil])
    }

    @Test(arguments: [
        nil, "", "bytes */200", "bytes 5-4/9", "bytes 1-2", "bytes a-b/c", "items 1-2/3", "bytes -5-9/10",
    ])
    func whatIsNoRangeIsRefused(text: String?) {
        #expect(ContentRange(text) == nil)
    }
}

@Suite struct RateMeterTests {
    @Test func progressIsToldTenTimesASecondAtMost() {
        var meter = RateMeter(total: 10_000)
        let told = (0..<10_000).compactMap { meter.progress(bytes: Int64($0), at: .milliseconds($0)) }
        #expect(told.count <= 101)
        #expect(told.count >= 90)
    }

    @Test func aSteadyRateIsShownAsItIs() {
        var meter = RateMeter(total: 10_000_000)
        var last: TransferProgress?
        for tenth in 0...100 {
            last = meter.progress(bytes: Int64(tenth) * 50_000, at: .milliseconds(tenth * 100)) ?? last
        }
        #expect(abs((last?.rate ?? 0) - 500_000) < 1)
    }

    @Test func whatWasThereBeforeDoesNotCountForTheRate() {
        var meter = RateMeter(total: 2_000_000)
        #expect(meter.progress(bytes: 1_000_000, at: .zero)?.rate == 0)
        #expect(meter.progress(bytes: 1_000_100, at: .seconds(1))?.rate == 100)
    }

    @Test func oneStandstillDoesNotMakeTheRateZero() throws {
        var meter = RateMeter(total: 10_000)
        _ = meter.progress(bytes: 0, at: .zero)
        _ = meter.progress(bytes: 1000, at: .seconds(1))
        let rate = try #require(meter.progress(bytes: 1000, at: .milliseconds(1200))?.rate)
        #expect(rate > 900 && rate < 1000)
    }

    @Test func aFileThatStartsOverStartsTheRateOver() {
        var meter = RateMeter(total: 10_000)
        _ = meter.progress(bytes: 5000, at: .zero)
        #expect(meter.progress(bytes: 0, at: .milliseconds(1))?.bytes == 0)
    }
}

@Suite struct SHA256Tests {
    /// Examples of FIPS 180-4 as NIST publishes them.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func theDigestIsTheStandards(text: String, expected: String) {
        let digest = SHA256()
        for byte in text.utf8 {
            digest.update([byte])
        }
        #expect(digest.hexadecimal() == expected)
    }
}
