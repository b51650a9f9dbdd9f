import Foundation
import ParlandoCore
import ParlandoRecognition
import ParlandoTestSupport
import Testing

@testable import ParlandoWhisper

@Suite(.serialized) struct VocabularyTests {
    private static let namePath = ProjectFolder.root.appending(path: "Tests/Data/name-en.flac").path
    private static let unspoken = [
        "Amerigo", "Fellini", "Kantor", "Asgard", "Yorick", "Okonkwo", "Cantrell", "Weismann", "Nottingham", "Feller",
    ]

    private func decode(
        _ path: String, _ vocabulary: [String], _ effort: DecodeRequest.Effort = .full
    ) async throws -> Hypothesis {
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        let decoder = WhisperDecoder(
            context: context, threads: 1, cancel: CancelFlag(), vocabulary: VocabularyMatcher(vocabulary))
        var answer = try decoder.decode(
            DecodeRequest(samples: Array(try await RealSpeech.sample(path).prefix(480_000)), effort: effort))
        answer.cost = 0
        return answer
    }

    private func text(_ hypothesis: Hypothesis) -> String {
        hypothesis.words.map(\.text).joined(separator: " ")
    }

    @Test(arguments: [DecodeRequest.Effort.quick, .full])
    func aNameThatTheModelDoesNotKnowIsWritten(effort: DecodeRequest.Effort) async throws {
        #expect(try await !text(decode(Self.namePath, [], effort)).contains("Kuzminov"))
        let names = Self.unspoken + ["Kuzminov"]
        #expect(try await text(decode(Self.namePath, names, effort)).contains("ask Kuzminov to send me"))
    }

    @Test func wordsThatAreNotSaidChangeNothing() async throws {
        for path in [RealSpeech.samplePath, Self.namePath] {
            #expect(try await decode(path, Self.unspoken) == decode(path, []))
        }
    }

    /// A list of ordinary words made six recordings in 29 worse.
    @Test func aWordThatTheModelIsSureOfIsReplacedOnlyByAMoreProbableOne() {
        #expect(VocabularyRule.mostLoss(doubt: 0.02, difference: 0.38) == 0)
        #expect(VocabularyRule.mostLoss(doubt: 0.49, difference: 0.2) == 0)
    }
}
