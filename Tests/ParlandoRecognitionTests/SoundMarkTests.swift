import ParlandoCore
import Testing

@testable import ParlandoRecognition

@Suite struct SoundMarkTests {
    private func left(_ text: String) -> String {
        let words = text.split(separator: " ").map { DecodedWord(text: String($0), tokens: [1], probability: 0.9) }
        return HallucinationGuard.withoutAnnotations(words).map(\.text).joined(separator: " ")
    }

    @Test(arguments: [
        ("[MUSIC PLAYING] Good day", "Good day"), ("Well (upbeat music) then", "Well then"), ("*sighs* Yes", "Yes"),
        ("[Silence]", ""), ("So ♪ la la ♪ it ends", "So it ends"), ("Good (laughs). Day", "Good Day"),
        ("(dramatic string music)", ""), ("(wind blowing)", ""),
        // The end is not heard yet.
        ("Good day [MUSIC", "Good day"), ("Good day (upbeat", "Good day"), ("Good day ♪ la", "Good day"),
        ("♪ Hello everyone, welcome", "Hello everyone, welcome"),
        ("♪ Happy birthday to you ♪ they sang", "Happy birthday to you they sang"),
    ])
    func marksOfSoundAreLeftOut(text: String, words: String) {
        #expect(left(text) == words)
    }

    @Test(arguments: [
        "Call (555) 123-4567 now", "it works (as I noted) fine", "it works (as I", "teh [sic] end", "5 * 3 * 2",
        "the (loud) one", "he said (I like music) twice", "(the noise)", "said [I hear music] again",
        "(music by Bach) was played", "(Baroque music) we heard", "(please reduce background noise)",
        // What a model for English writes of other speech.
        "(speaking in foreign language)", "[Foreign]", "[Speaking Foreign Language]", "(speaking in foreign",
    ])
    func whatWasSaidInBracketsStays(text: String) {
        #expect(left(text) == text)
    }

    @Test func scriptsWithoutSpacesHaveMarksToo() {
        let words = ["【", "音", "楽", "】", "は", "い"].map {
            DecodedWord(text: $0, tokens: [1], probability: 0.9, isGlued: true)
        }
        #expect(HallucinationGuard.withoutAnnotations(words).map(\.text) == ["は", "い"])
    }
}

@Suite struct LanguageWatchTests {
    private func doubt(_ text: String) -> Double {
        var hypothesis = Hypothesis()
        hypothesis.words = text.split(separator: " ").map { DecodedWord(text: String($0), tokens: [], probability: 1) }
        hypothesis.meanLogProbability = -0.1
        return LanguageWatch.doubt(hypothesis, seconds: 5)
    }

    @Test(arguments: [
        "[FOREIGN]", "(speaking in foreign language)", "[ Speaking in Spanish ]", "*speaking in Russian*",
        "well (speaking in a foreign tongue)",
    ])
    func whatIsSaidInBracketsIsBelieved(text: String) {
        #expect(doubt(text) == 1)
    }

    @Test(arguments: [
        "Our foreign policy has changed", "She was speaking in a low voice", "(laughs) it was a foreign film",
        "[music] speaking in public is hard",
    ])
    func englishAboutForeignThingsIsEnglish(text: String) {
        #expect(doubt(text) < 0.1)
    }
}

@Suite(.timeLimit(.minutes(1))) struct FileTranscriptionTests {
    /// Fails as soon as it is cancelled.
    private struct CutRecognizer: SpeechRecognizer {
        func transcribe(
            _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
        ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
            AsyncThrowingStream { events in
                events.yield(.final([Word(text: "Hello", start: 0, end: 1, probability: 1)]))
                events.onTermination = { _ in events.finish(throwing: CancellationError()) }
            }
        }
    }

    @Test func whatIsFinalOutlivesAnInterruption() async throws {
        let file = AudioFile(seconds: 9, blocks: AsyncThrowingStream { _ in })
        let work = Task {
            try await FileTranscription(CutRecognizer()).transcribe(file, options: RecognitionOptions()) { _ in }
        }
        work.cancel()
        #expect(try await work.value.document.text == "Hello")
    }
}
