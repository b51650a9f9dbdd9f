import ParlandoCore
import Testing

@Suite struct TranscriptTests {
    private func word(_ text: String, _ start: Double) -> Word {
        Word(text: text, start: start, end: start + 0.2, probability: 0.9)
    }

    @Test func finalWordsFollowEachOtherUntilAParagraphEnds() {
        var transcript = Transcript()
        transcript.apply(.final([word("one", 0), word("two", 1)]))
        transcript.apply(.final([word("three", 2)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.final([word("four", 5)]))
        #expect(transcript.text == "one two three\nfour")
        #expect(transcript.wordCount == 4)
    }

    @Test func aParagraphThatEndsTwiceLeavesNoEmptyOne() {
        var transcript = Transcript()
        transcript.apply(.paragraphEnded)
        transcript.apply(.final([word("one", 0)]))
        transcript.apply(.paragraphEnded)
        transcript.apply(.paragraphEnded)
        transcript.apply(.final([]))
        #expect(transcript.paragraphs.count == 1)
        #expect(!transcript.isParagraphOpen)
    }

    /// They are the same words at another time, or other words at the same time.
    @Test(arguments: [("one too", "one", 1.0), ("one two", "One,", 0.5), ("won too", "one", 1)])
    func finalWordsLeaveTheTailAtOnce(interim: String, first: String, second: Double) {
        let heard = interim.split(separator: " ").map(String.init)
        var transcript = Transcript()
        transcript.apply(.interim([word(heard[0], 0), word(heard[1], 1), word("three", 2)]))
        transcript.apply(.final([word(first, 0), word("two", second)]))
        #expect(transcript.interim.map(\.text) == ["three"])
    }

    @Test func aMarkAfterItsFinalWordJoinsIt() {
        var transcript = Transcript()
        transcript.apply(.final([word("for", 0), word("you", 1)]))
        let mark = Word(text: ",", start: 1.2, end: 1.3, probability: 0.9, isGlued: true)
        transcript.apply(.final([mark, word("ask", 2)]))
        #expect(transcript.text == "for you, ask")
        #expect(transcript.wordCount == 3)
        transcript.apply(.paragraphEnded)
        transcript.apply(.final([Word(text: "!", start: 3, end: 3, probability: 0.9, isGlued: true)]))
        #expect(transcript.text == "for you, ask!")
    }

    @Test func aLongParagraphEndsWithItsSentence() {
        var transcript = Transcript()
        for index in 0..<85 {
            transcript.apply(.final([word(index % 10 == 9 ? "end." : "word", Double(index))]))
        }
        #expect(transcript.paragraphs.map(\.words.count) == [80, 5])
    }

    @Test func aSpeakerWithoutSentencesGetsParagraphsToo() {
        var transcript = Transcript()
        transcript.apply(.final((0..<400).map { word("word", Double($0)) }))
        #expect(transcript.paragraphs.map(\.words.count) == [160, 160, 80])
    }

    @Test(arguments: [
        ("Yes.", true), ("“Yes!”", true), ("(no?)", true), ("word", false), ("3.5", false), ("и…", true), ("好。", true),
        ("", false), ("\"", false),
    ])
    func sentencesEndWithTheirSign(text: String, ends: Bool) {
        #expect(word(text, 0).endsSentence == ends)
    }

    @Test(arguments: [("Don't,", "dont"), ("Ёлка!", "ёлка"), ("—", "—"), ("42%", "42")])
    func wordsAreComparedByLettersAndDigits(text: String, key: String) {
        #expect(word(text, 0).key == key)
    }
}

/// The language that the user probably speaks, as gettext would find it.
struct DesktopLanguageTests {
    @Test(
        arguments: [
            ("", [:], "en"), ("", ["LANG": "C"], "en"), ("", ["LANG": "C.UTF-8"], "en"), ("", ["LANG": "POSIX"], "en"),
            ("", ["LANG": "ru_RU.UTF-8"], "ru"), ("", ["LANG": "pt_BR"], "pt"), ("", ["LANG": "sr@latin"], "sr"),
            ("", ["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], "fr"),
            ("", ["LC_ALL": "", "LANG": "de_DE.UTF-8"], "de"),
            ("", ["LC_ALL": "C.UTF-8", "LANGUAGE": "ru:en"], "ru"), ("", ["LC_ALL": "C", "LANGUAGE": "ru"], "en"),
            ("ru", ["LANG": "de_DE.UTF-8"], "ru"), ("", ["LANGUAGE": "", "LANG": "es_ES"], "es"),
        ] as [(String, [String: String], String)])
    func theLanguageOfTheDesktopIsFound(chosen: String, environment: [String: String], code: String) {
        #expect(SpeechLanguage.desktop(chosen: chosen, environment: environment) == code)
    }
}
