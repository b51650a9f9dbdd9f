import ParlandoCore
import Testing

@testable import ParlandoNetwork

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

@Suite struct DownloadRetriesTests {
    private let broken = DownloadFailure(ModelError(.offline))

    @Test func aTryThatWentFurtherStartsTheCountAnew() {
        var retries = DownloadRetries(bytes: 1000, count: 0)
        #expect(retries.wait(after: broken, count: 0) == 1)
        #expect(retries.wait(after: broken, count: 0) == 2)
        #expect(retries.wait(after: broken, count: 100) == 1)
        #expect(retries.wait(after: broken, count: 100) == 2)
    }

    @Test func goingTheSameWayAgainIsNoProgress() {
        var retries = DownloadRetries(bytes: 1000, count: 0)
        #expect(retries.wait(after: broken, count: 500) == 1)
        #expect(retries.wait(after: broken, count: 500) == 2)
        #expect(retries.wait(after: broken, count: 500) == 4)
        #expect(retries.wait(after: broken, count: 500) == nil)
    }

    @Test func aWrongChecksumIsNeverProgress() {
        var retries = DownloadRetries(bytes: 1000, count: 0)
        let wrong = DownloadFailure(ModelError(.wrongChecksum))
        #expect((0..<4).map { retries.wait(after: wrong, count: Int64($0) * 300) } == [1, 2, 4, nil])
    }

    @Test(arguments: [ModelError.Kind.diskFull, .notWritable, .metered, .refused(status: 404)])
    func whatNoTimeCanMendIsNotTriedAgain(kind: ModelError.Kind) {
        var retries = DownloadRetries(bytes: 1000, count: 0)
        #expect(retries.wait(after: DownloadFailure(ModelError(kind)), count: 0) == nil)
    }
}
