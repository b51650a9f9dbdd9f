import ParlandoCore
import ParlandoNetwork
import ParlandoTestSupport
import Testing

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
