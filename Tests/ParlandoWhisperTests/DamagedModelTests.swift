import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoRecognition
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

/// A damaged model on disk, met by the real recogniser and the real store together.
@MainActor @Suite(.serialized) struct DamagedModelTests {
    @Test(arguments: CorruptModelTests.Damage.allCases)
    func aDamagedFileIsSetAsideAndAGoodOneTakesItsPlace(damage: CorruptModelTests.Damage) async throws {
        let shop = try Shop(damage)
        await shop.service.begin()
        let failure = await shop.until { if case .failed(.recognition(let error)) = $0 { error.kind } else { nil } }
        #expect(failure == .modelCorrupt)
        // The detector lies there as well; only the model was damaged.
        #expect(shop.folder.names == ["silero-v6.2.0-v1.bin", "tiny.en-v1.bin.corrupt-1"])

        await shop.service.importModel("tiny.en", from: RealSpeech.files.weights)
        _ = await shop.until { $0 == .ready ? true : nil }
        #expect(shop.folder.names.contains("tiny.en-v1.bin"))
    }

    /// The services that keep models, with a folder whose model is damaged.
    @MainActor final class Shop: ModelServiceDelegate {
        let folder: TemporaryFolder
        let service: ModelService
        private let news: AsyncStream<ModelState>
        private let door: AsyncStream<ModelState>.Continuation

        init(_ damage: CorruptModelTests.Damage) throws {
            folder = try TemporaryFolder()
            let damaged = try CorruptModelTests.damaged(damage)
            try FileManager.default.moveItem(atPath: damaged, toPath: folder.file("tiny.en-v1.bin"))
            try FileManager.default.copyItem(
                atPath: RealSpeech.files.voiceActivity, toPath: folder.file("silero-v6.2.0-v1.bin"))
            let preferences = FakePreferenceStore()
            let store = FileModelStore(
                catalogue: Self.catalogue, folder: folder.path, preferences: preferences, network: FakeNetworkStatus())
            service = ModelService(
                store: store, recognizer: LocalRecognizer.whisper(), preferences: preferences,
                memory: FakeMemoryPressure())
            (news, door) = AsyncStream.makeStream(of: ModelState.self)
            service.add(self)
        }

        func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
            entries.filter { $0.model.name == "tiny.en" }.forEach { door.yield($0.state) }
        }

        /// Waits for a state that `body` makes something of.
        func until<Value>(_ body: (ModelState) -> Value?) async -> Value? {
            for await state in news {
                if let value = body(state) {
                    return value
                }
            }
            return nil
        }

        private static let catalogue = [
            SpeechModel(
                name: "tiny.en", bytes: 77_704_715,
                sha256: "921e4cf8686fdd993dcd081a5da5b6c365bfde1162e72b08d75ac75289920b1f"),
            SpeechModel(
                name: "silero-v6.2.0", kind: .voiceActivity, bytes: 885_098,
                sha256: "2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987"),
        ]
    }
}
