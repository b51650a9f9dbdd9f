import Foundation
import ParlandoCore
import ParlandoRecognition
import Testing

@testable import ParlandoWhisper

/// Files that are no models: a clear error, and the program goes on.
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
