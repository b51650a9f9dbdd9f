import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoNetwork

@Suite struct FileModelStoreTests {
    @Test func aModelThatIsThereNeedsNoNetwork() async throws {
        let bench = try Bench()
        try bench.folder.write(bench.content, to: bench.model.fileName)
        let store = bench.store(metered: true)
        #expect(store.path(of: bench.model) == bench.folder.file(bench.model.fileName))
        #expect(try await bench.fetch(from: store) == [.done(path: bench.folder.file(bench.model.fileName))])
        #expect(bench.server.requests.isEmpty)
    }

    @Test func nothingIsAskedForOnAMeteredConnectionUnlessTheUserAgrees() async throws {
        let bench = try Bench()
        let store = bench.store(metered: true)
        #expect(await bench.failure(of: store) == .metered)
        #expect(bench.server.requests.isEmpty)
        #expect(bench.folder.names.isEmpty)
        for try await _ in store.fetch(bench.model, allowMetered: true) {}
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func theMirrorOfThePreferencesReplacesTheHome() async throws {
        let bench = try Bench()
        let mirror = try LoopbackServer(ServedFile(bench.content))
        var preferences = Preferences()
        preferences.mirror = mirror.address + "models"
        try await bench.fetch(from: bench.store(preferences: preferences))
        #expect(mirror.requests.map(\.path) == ["/models/tiny"])
        #expect(bench.server.requests.isEmpty)
    }

    @Test func aMirrorThatIsNotSecureIsRefused() async throws {
        let bench = try Bench()
        var preferences = Preferences()
        preferences.mirror = "http://example.invalid/"
        #expect(await bench.failure(of: bench.store(preferences: preferences)) == .badAnswer)
    }

    @Test func aSpeechModelBringsItsVoiceActivityModelInOneProgress() async throws {
        let bench = try Bench()
        let speech = Bench.model("speech", Bench.noise(50_000, seed: 3), kind: .speech, home: bench.server.address)
        bench.server.serve(ServedFile(Bench.noise(50_000, seed: 3)), at: "/speech")
        let store = FileModelStore(
            catalogue: [speech, bench.model], folder: bench.folder.path, preferences: MemoryPreferenceStore(),
            network: FakeNetworkStatus(), clock: SteppingClock())
        var fractions: [Double] = []
        var comparisons = 0
        for try await event in store.fetch(speech, allowMetered: false) {
            if case .downloading(let progress) = event {
                // That of the model alone, which is what the user was told.
                #expect(progress.total == 50_000)
                fractions.append(progress.fraction)
            } else if case .verifying = event {
                comparisons += 1
            }
        }
        #expect(bench.server.requests.map(\.path) == ["/tiny", "/speech"])
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        #expect(comparisons == 1)
        #expect(bench.folder.names == [speech.fileName, bench.model.fileName].sorted())
    }

    @Test func twoFetchersOfOneFileAskForItOnce() async throws {
        let bench = try Bench(count: 3_000_000)
        let stores = [bench.store(), bench.store(), bench.store()]
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask { try await bench.fetch(from: store) }
            }
            try await group.waitForAll()
        }
        #expect(bench.server.requests.count == 1)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }

    @Test func aFileOfTheWrongSizeIsSetAsideAndFetchedAnew() async throws {
        let bench = try Bench()
        try bench.folder.write([1, 2, 3], to: bench.model.fileName)
        try await bench.fetch()
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(bench.folder.bytes(of: bench.model.fileName + ".corrupt-1") == [1, 2, 3])
    }

    @Test func oneFileSetAsideIsKept() async throws {
        let bench = try Bench()
        let store = bench.store()
        for number in 1...3 {
            try bench.folder.write([UInt8(number)], to: bench.model.fileName)
            try await store.setAside(bench.model)
        }
        #expect(bench.folder.names == [bench.model.fileName + ".corrupt-3"])
        #expect(bench.folder.bytes(of: bench.model.fileName + ".corrupt-3") == [3])
        #expect(store.path(of: bench.model) == nil)
    }

    @Test func verifyingTellsARightFileFromAWrongOne() async throws {
        let bench = try Bench()
        let store = bench.store()
        await #expect(throws: ModelError(.notPresent)) { try await store.verify(bench.model) }
        try bench.folder.write(bench.content, to: bench.model.fileName)
        try await store.verify(bench.model)
        try bench.folder.write([0] + bench.content.dropFirst(), to: bench.model.fileName)
        let error = await #expect(throws: ModelError.self) { try await store.verify(bench.model) }
        #expect(error?.kind == .wrongChecksum)
    }

    @Test func aFileThatWasFoundRightIsNotReadAgainUntilItChanges() async throws {
        let bench = try Bench()
        let store = bench.store()
        await #expect(throws: ModelError(.notPresent)) { try await store.ensureWhole(bench.model) }
        try bench.folder.write(bench.content, to: bench.model.fileName)
        try await store.ensureWhole(bench.model)
        let stamp = bench.model.fileName + ".checked"
        #expect(bench.folder.names == [bench.model.fileName, stamp])
        // What was written down is believed: this stamp says that the damaged file was compared.
        try bench.folder.write([0] + bench.content.dropFirst(), to: bench.model.fileName)
        var error = await #expect(throws: ModelError.self) { try await store.ensureWhole(bench.model) }
        #expect(error?.kind == .wrongChecksum)
        let written = try #require(CheckedStamp(of: bench.model, at: bench.folder.file(bench.model.fileName)))
        written.writeDown()
        try await store.ensureWhole(bench.model)
        try bench.folder.write([1, 2, 3], to: bench.model.fileName)
        error = await #expect(throws: ModelError.self) { try await store.ensureWhole(bench.model) }
        #expect(error?.kind == .wrongChecksum)
    }

    @Test func aFileThatTookAnothersPlaceAndTimeIsReadAgain() async throws {
        let bench = try Bench()
        let store = bench.store()
        let path = bench.folder.file(bench.model.fileName)
        try bench.folder.write(bench.content, to: bench.model.fileName)
        try await store.ensureWhole(bench.model)
        var status = stat()
        #expect(stat(path, &status) == 0)
        // The kernel counts these times in ticks.
        try await Task.sleep(for: .milliseconds(20))
        try bench.folder.write([0] + bench.content.dropFirst(), to: bench.model.fileName)
        #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
        let error = await #expect(throws: ModelError.self) { try await store.ensureWhole(bench.model) }
        #expect(error?.kind == .wrongChecksum)
    }

    /// Nanoseconds since 1970 have 64 bits until 2262.
    @Test func aFileFromTheFarFutureIsCheckedAsAnyOther() async throws {
        let bench = try Bench()
        let store = bench.store()
        try bench.folder.write(bench.content, to: bench.model.fileName)
        let path = bench.folder.file(bench.model.fileName)
        for seconds in [10_000_000_000, -10_000_000_000] {
            let time = timespec(tv_sec: seconds, tv_nsec: 5)
            #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            try await store.ensureWhole(bench.model)
            #expect(try #require(CheckedStamp(of: bench.model, at: path)).isWrittenDown)
        }
    }

    @Test func aFileThatWasSetAsideWithAnyNumberMakesRoomForTheNext() async throws {
        let bench = try Bench()
        let store = bench.store()
        for number in ["3", "9223372036854775807", "99999999999999999999", "-1"] {
            try bench.folder.write([1], to: bench.model.fileName + ".corrupt-" + number)
        }
        try bench.folder.write([1], to: bench.model.fileName)
        try await store.setAside(bench.model)
        #expect(bench.folder.names == [bench.model.fileName + ".corrupt-4"])
    }

    @Test func aModelThatCameWithTheProgramNeedsNoNetwork() async throws {
        let bench = try Bench()
        let provided = try TemporaryFolder()
        try provided.write(bench.content, to: bench.model.fileName)
        let store = FileModelStore(
            catalogue: [bench.model], folder: bench.folder.path, provided: provided.path,
            preferences: MemoryPreferenceStore(), network: FakeNetworkStatus(), clock: bench.clock)
        #expect(store.path(of: bench.model) == provided.file(bench.model.fileName))
        try await store.ensureWhole(bench.model)
        try await bench.fetch(from: store)
        #expect(bench.server.requests.isEmpty)
        try bench.folder.write(bench.content, to: bench.model.fileName)
        #expect(store.path(of: bench.model) == bench.folder.file(bench.model.fileName))
        try provided.write([1], to: bench.model.fileName)
        try await store.remove(bench.model)
        #expect(store.path(of: bench.model) == nil)
    }

    @Test func removingLeavesNothingOfAModelAndCountsAllOfIt() async throws {
        let bench = try Bench()
        let store = bench.store()
        try bench.folder.write(bench.content, to: bench.model.fileName)
        try bench.leavePart([1, 2, 3])
        try bench.folder.write([1], to: "tiny-v10.bin")
        #expect(store.diskUse(of: bench.model) == Int64(bench.content.count) + 3 + 5)
        try await store.remove(bench.model)
        #expect(bench.folder.names == ["tiny-v10.bin"])
        #expect(store.diskUse(of: bench.model) == 0)
    }

    @Test func aModelThatWasPutAwayIsMissingUntilItIsBroughtBackOrDeleted() async throws {
        let bench = try Bench()
        let store = bench.store()
        let (file, other) = (bench.model.fileName, "tiny-v10.bin")
        try bench.folder.write(bench.content, to: file)
        try bench.leavePart([1, 2, 3])
        try bench.folder.write([1], to: other)
        let names = bench.folder.names
        try await store.putAway(bench.model)
        #expect(store.path(of: bench.model) == nil && store.diskUse(of: bench.model) == 0)
        try await store.bringBack(bench.model)
        #expect(bench.folder.names == names && bench.folder.bytes(of: file) == bench.content)
        // What was downloaded meanwhile stays.
        try await store.putAway(bench.model)
        try bench.folder.write([4], to: file)
        try await store.bringBack(bench.model)
        #expect(bench.folder.bytes(of: file) == [4])
        await #expect(throws: ModelError.self) { try await store.bringBack(bench.model) }
        try await store.putAway(bench.model)
        try await store.deleteAllPutAway()
        #expect(bench.folder.names == [other])
    }

    @Test func aModelOfNoCatalogueIsUnknown() async throws {
        let bench = try Bench()
        let stranger = SpeechModel(name: "../../etc/passwd", bytes: 1, sha256: "")
        let error = await #expect(throws: ModelError.self) {
            for try await _ in bench.store().fetch(stranger, allowMetered: true) {}
        }
        #expect(error?.kind == .unknownModel)
    }
}

/// A clock on which each look is a second later, so that every piece of news is due.
private final class SteppingClock: Clock {
    private let inner = ManualClock(advancesItself: true)

    var now: ManualClock.Instant {
        inner.advance(by: .seconds(1))
        return inner.now
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try await inner.sleep(until: deadline, tolerance: tolerance)
    }
}

@Suite struct ImportTests {
    private func failure(_ bench: Bench, from path: String) async -> ModelError.Kind? {
        do {
            for try await _ in bench.store().importModel(bench.model, from: path) {}
            return nil
        } catch {
            return (error as? ModelError)?.kind
        }
    }

    @Test func aRightFileIsCopied() async throws {
        let bench = try Bench(count: 1_000_000)
        let source = try TemporaryFolder()
        try source.write(bench.content, to: "download")
        var fractions: [Double] = []
        for try await event in bench.store().importModel(bench.model, from: source.file("download")) {
            if case .verifying(let fraction) = event {
                fractions.append(fraction)
            }
        }
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
        #expect(source.names == ["download"])
    }

    @Test func aWrongFileLeavesTheRightOneAlone() async throws {
        let bench = try Bench()
        try bench.folder.write(bench.content, to: bench.model.fileName)
        let source = try TemporaryFolder()
        try source.write([0] + bench.content.dropFirst(), to: "wrong")
        try source.write([1, 2, 3], to: "short")
        #expect(await failure(bench, from: source.file("wrong")) == .notThisModel)
        #expect(await failure(bench, from: source.file("short")) == .notThisModel)
        #expect(await failure(bench, from: source.file("missing")) == .notPresent)
        #expect(await failure(bench, from: source.path) == .notPresent)
        #expect(bench.folder.names == [bench.model.fileName])
        #expect(bench.folder.bytes(of: bench.model.fileName) == bench.content)
    }
}
