import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor
struct VoiceKeeperTests {
    private let store = FakeVoiceStore(["joe": "en", "ana": "es"], present: ["joe"])
    private let engine = FakeVoiceEngine()
    private let spy = SpyVoices()

    private func keeper() -> VoiceKeeper {
        let keeper = VoiceKeeper(store: store, engine: engine)
        keeper.delegate = spy
        return keeper
    }

    @Test func theListSaysWhichVoicesAreThere() async {
        let keeper = keeper()
        await keeper.refresh()
        let list = await spy.wait { _ in true }
        #expect(list.entries.map(\.id) == ["ana", "joe"])
        #expect(list.entries.map(\.state) == [.absent, .present])
        #expect(list.isInstalled)
        engine.become(installed: false)
        await keeper.refresh()
        let other = await spy.wait { !$0.isInstalled }
        #expect(!other.isInstalled && !other.entries.isEmpty)
    }

    @Test func aDownloadAsksBeforeItCosts() async {
        let keeper = keeper()
        await keeper.download("ana", allowMetered: false)
        _ = await spy.wait { $0.entries[0].state == .failed(.store(ModelError(.metered))) }
        await keeper.download("ana", allowMetered: true)
        _ = await spy.wait { $0.entries[0].state == .present }
        #expect(spy.states(of: "ana").contains(.downloading(TransferProgress(bytes: 50, total: 100, rate: 1))))
    }

    @Test func aRemovedVoiceIsAbsentUntilItIsRestored() async throws {
        let keeper = keeper()
        try await keeper.remove("joe")
        _ = await spy.wait { $0.entries[1].state == .absent }
        try await keeper.remove("nobody")
        try await keeper.restore("joe")
        _ = await spy.wait { $0.entries[1].state == .present }
    }

    @Test func anImportIsInTheListUntilItIsCancelled() async throws {
        let keeper = keeper()
        let importing = Task { try await keeper.importVoice(from: "/a/mine.onnx") }
        let list = await spy.wait { $0.entries.last?.state == .verifying(fraction: 0.5) }
        #expect(list.entries.map(\.id) == ["ana", "joe", "mine.onnx"])
        // One after the other.
        await #expect(throws: ModelError.self) { _ = try await keeper.importVoice(from: "/a/mine.onnx") }
        await keeper.cancelDownload("mine.onnx")
        store.endImport()
        #expect(try await importing.value == nil)
        _ = await spy.wait { $0.entries.count == 2 }
    }

    @Test func anImportThatIsCancelledTooLateIsInTheListAtItsEnd() async throws {
        let keeper = keeper()
        let importing = Task { try await keeper.importVoice(from: "/a/late.onnx") }
        _ = await spy.wait { $0.entries.last?.state == .verifying(fraction: 0.5) }
        await keeper.cancelDownload("late.onnx")
        store.endImport()
        let list = await spy.wait { $0.entries.count == 2 }
        #expect(list.entries.map(\.state) == [.present, .present])
        #expect(try await importing.value == "ana")
    }

    @Test func aFileThatIsNoVoiceIsRefused() async {
        let keeper = keeper()
        let error = await #expect(throws: ModelError.self) { _ = try await keeper.importVoice(from: "/x.onnx") }
        #expect(error?.kind == .notThisModel)
    }
}

/// Keeps the lists that a keeper reports.
@MainActor private final class SpyVoices: VoiceKeeperDelegate {
    private var lists: [VoiceList] = []
    private let news = AsyncStream.makeStream(of: VoiceList.self)

    nonisolated init() {}

    func voiceKeeper(_ keeper: VoiceKeeper, didChange list: VoiceList) {
        lists.append(list)
        news.continuation.yield(list)
    }

    /// Returns the next list that fits.
    func wait(_ fits: (VoiceList) -> Bool) async -> VoiceList {
        for await list in news.stream where fits(list) {
            return list
        }
        return VoiceList()
    }

    func states(of name: String) -> [ModelState] {
        lists.compactMap { $0.entries.first { $0.id == name }?.state }
    }
}
