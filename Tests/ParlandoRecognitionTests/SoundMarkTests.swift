import ParlandoCore
import Testing

@testable import ParlandoRecognition

/// What describes sound and what was said, in the words of the local recogniser, which come with their spaces.
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
