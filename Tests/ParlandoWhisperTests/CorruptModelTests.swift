import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoRecognition
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

@Suite(.serialized) struct CorruptModelTests {
    enum Damage: CaseIterable {
        case truncatedHeader, truncatedFilters, truncatedVocabulary, noWeights, truncatedWeights
        case wrongMagic, randomBytes, empty
    }

    static func damaged(_ damage: Damage) throws -> String {
        let good = try FileHandle(forReadingFrom: URL(filePath: RealSpeech.files.weights))
        var data: Data
        switch damage {
        case .truncatedHeader: data = try good.read(upToCount: 20) ?? Data()
        case .truncatedFilters: data = try good.read(upToCount: 30_000) ?? Data()
        case .truncatedVocabulary: data = try good.read(upToCount: 100_000) ?? Data()
        case .noWeights:
            data = try good.read(upToCount: 2_000_000) ?? Data()
            data = data.prefix(try #require(data.withUnsafeBytes(WeightsLayout.firstTensor)))
        case .truncatedWeights: data = try good.read(upToCount: 30_000_000) ?? Data()
        case .wrongMagic: data = Data("not a model at all".utf8) + (try good.read(upToCount: 100_000) ?? Data())
        case .randomBytes: data = Data((0..<200_000).map { _ in UInt8.random(in: 0...255) })
        case .empty: data = Data()
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).bin")
        try data.write(to: path)
        return path.path
    }

    @Test(arguments: Damage.allCases)
    func aDamagedFileIsRefused(damage: Damage) async throws {
        let path = try Self.damaged(damage)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let files = ModelFiles(
            model: RealSpeech.files.model, weights: path, voiceActivity: RealSpeech.files.voiceActivity)
        let error = await #expect(throws: RecognitionError.self) {
            try await LocalRecognizer.whisper().load(files, progress: LoadRecord())
        }
        #expect(error?.kind == .modelCorrupt)
    }

    @Test func aMissingFileIsSaidToBeMissing() async throws {
        let files = ModelFiles(
            model: RealSpeech.files.model, weights: "/nowhere/tiny.en-v1.bin",
            voiceActivity: RealSpeech.files.voiceActivity)
        let error = await #expect(throws: RecognitionError.self) {
            try await LocalRecognizer.whisper().load(files, progress: LoadRecord())
        }
        #expect(error?.kind == .modelMissing)
    }

    @Test func aSessionThatWaitsHearsThatLoadingFailed() async throws {
        let path = try Self.damaged(.wrongMagic)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recognizer = LocalRecognizer.whisper()
        let files = ModelFiles(
            model: RealSpeech.files.model, weights: path, voiceActivity: RealSpeech.files.voiceActivity)
        let session = Task {
            for try await _ in recognizer.transcribe(RealSpeech.stream([0, 0]), options: RecognitionOptions()) {}
        }
        try? await recognizer.load(files, progress: LoadRecord())
        await #expect(throws: RecognitionError.self) { try await session.value }
    }
}

/// With the real recogniser and the real store.
@MainActor @Suite(.serialized) struct DamagedModelTests {
    @Test(arguments: CorruptModelTests.Damage.allCases)
    func aDamagedFileIsSetAsideAndAGoodOneTakesItsPlace(damage: CorruptModelTests.Damage) async throws {
        let shop = try Shop(damage)
        await shop.service.begin()
        let failure = await shop.until { if case .failed(.recognition(let error)) = $0 { error.kind } else { nil } }
        #expect(failure == .modelCorrupt)
        // Only the model was damaged, not the detector.
        #expect(shop.folder.names == ["silero-v6.2.0-v1.bin", "tiny.en-v1.bin.corrupt-1"])

        await shop.service.importModel("tiny.en", from: RealSpeech.files.weights)
        _ = await shop.until { $0 == .ready ? true : nil }
        #expect(shop.folder.names.contains("tiny.en-v1.bin"))
    }

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

        func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
            entries.filter { $0.model.name == "tiny.en" }.forEach { door.yield($0.state) }
        }

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
