import ParlandoCore
import Testing

struct SentenceCutterTests {
    @Test(arguments: [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("He said: “Go.” Then he left.", ["He said: “Go.”", "Then he left."]),
        ("Dr. Smith paid 3.50 euros. Good.", ["Dr. Smith paid 3.50 euros.", "Good."]),
        ("Mrs. Fox met Prof. Lee. Good.", ["Mrs. Fox met Prof. Lee.", "Good."]),
        ("Aquí está la Sra. Díaz. Bien.", ["Aquí está la Sra. Díaz.", "Bien."]),
        ("Das gilt bzw. galt. Gut.", ["Das gilt bzw. galt.", "Gut."]),
        ("Это проф. Иванов. Да.", ["Это проф. Иванов.", "Да."]),
        ("今日は。元気？", ["今日は。", "元気？"]),
        ("「行こう。」と言った。", ["「行こう。」", "と言った。"]),
        ("他说《走吧。》然后走了。", ["他说《走吧。》", "然后走了。"]), ("【終わり。】次。", ["【終わり。】", "次。"]),
        ("He said: ‹Go.› Then he left.", ["He said: ‹Go.›", "Then he left."]),
        ("नमस्ते। आप कैसे हैं?", ["नमस्ते।", "आप कैसे हैं?"]),
        ("كيف حالك؟ بخير.", ["كيف حالك؟", "بخير."]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("Wait... what?", ["Wait...", "what?"]),
        ("…", []), ("", []), ("  \n ", []), ("😀", ["😀"]),
    ])
    func sentencesEndWhereTheyEnd(text: String, sentences: [String]) {
        var cutter = SentenceCutter()
        #expect(cutter.take(text, isWhole: true) == sentences)
    }

    @Test(arguments: ["One. Two! Three? And a rest", "Dr. Who said “No.” Twice… Yes.", "今日は。元気？はい！いいえ", "a\nb. c\n"])
    func aTextThatGrowsGivesEverySentenceOnceAndTheSameAsTheWhole(text: String) {
        var whole = SentenceCutter()
        var growing = SentenceCutter()
        var given: [String] = []
        for end in text.indices {
            given += growing.take(String(text[...end]))
        }
        given += growing.take(text, isWhole: true)
        #expect(given == whole.take(text, isWhole: true))
    }

    @Test func aTextThatIsBegunAnewIsNotSpokenTwice() {
        var cutter = SentenceCutter()
        #expect(cutter.take("Hello there. How") == ["Hello there."])
        #expect(cutter.take("Hi! ").isEmpty)
        #expect(cutter.take("Hi! How are you?", isWhole: true) == ["How are you?"])
    }

    @Test func aLongSentenceIsCutWhereAClauseEnds() {
        let clause = String(repeating: "word ", count: 25) + "end, "
        var cutter = SentenceCutter()
        let pieces = cutter.take(String(repeating: clause, count: 4), isWhole: true)
        #expect(pieces.count == 2)
        #expect(pieces.allSatisfy { $0.hasSuffix(",") })
    }

    @Test func nothingIsLongerThanAVoiceTakes() {
        var cutter = SentenceCutter(longest: 50)
        let pieces = cutter.take(String(repeating: "a", count: 240), isWhole: true)
        #expect(pieces.map(\.count) == [50, 50, 50, 50, 40])
    }

    /// Found by fuzzing: each mark looked back at all the marks before it.
    @Test(.timeLimit(.minutes(1))) func millionsOfClosingMarksTakeNoLongerThanOtherLetters() {
        var cutter = SentenceCutter()
        let text = "Hello" + String(repeating: "\"", count: 4_000_000) + " Good. Bye."
        #expect(cutter.take(text, isWhole: true).last == "Bye.")
    }
}

struct SpokenTextTests {
    @Test(arguments: [
        ("**Bold** and *soft* and _it_", "Bold and soft and it"), ("2 * 3, 2*3, snake_case", "2 * 3, 2*3, snake_case"),
        ("# Heading\n* one **item**", "Heading\none item"),
        ("See [the site](https://x.org), `code` and <b>fat</b>", "See the site, code and fat"), ("***", "***"),
    ])
    func markupIsNotReadAloud(text: String, spoken: String) {
        #expect(SpokenText.make(of: text) == spoken)
    }

    @Test(arguments: [
        ("Dr. Smith met Mr. Jones in St. Louis. Then he left.", "Dr Smith met Mr Jones in St Louis. Then he left."),
        ("Cities, e.g. Berlin. It was me. Good.", "Cities, e.g Berlin. It was me. Good."),
        ("Fruit, e.g. apples.", "Fruit, e.g. apples."), ("No. 5 is free. No. Yes.", "No 5 is free. No. Yes."),
        ("z. B. Berlin, d. h. Prof. Klein", "z B Berlin, d. h Prof Klein"),
        ("p. ex. Paris, M. Dupont", "p. ex Paris, M Dupont"), ("La Sra. Díaz, p. ej. Ana", "La Sra Díaz, p. ej Ana"),
        ("В 1999 г. Он жил в г. Москва.", "В 1999 г. Он жил в г Москва."),
        ("Это не те. Он ушёл.", "Это не те. Он ушёл."), ("Я помог им. Они ушли.", "Я помог им. Они ушли."),
        ("Das ist ein Gen. Es wirkt.", "Das ist ein Gen. Es wirkt."),
    ])
    func noVoicePausesAfterAnAbbreviation(text: String, spoken: String) {
        #expect(SpokenText.make(of: text) == spoken)
    }
}

struct SimplerTextTests {
    @Test(arguments: [
        ("Hello 😀 world", "Hello world"), ("See https://example.org now", "See now"), ("**Bold** [text]", "Bold text"),
        ("¿Qué tal?", nil), ("😀", nil), ("", nil), ("नमस्ते *जी*", "नमस्ते जी"),
    ])
    func whatVoicesStumbleOverIsLeftOut(text: String, simpler: String?) {
        #expect(SimplerText.make(of: text) == simpler)
    }

    @Test func clausesArePiecesForAVoiceThatSpeaksThem() {
        var cutter = SentenceCutter(cutsClauses: true)
        #expect(
            cutter.take("Good morning, my name is Joe, and I come from Ohio; who are you?", isWhole: true) == [
                "Good morning,", "my name is Joe, and I come from Ohio; who are you?",
            ])
        var other = SentenceCutter()
        #expect(
            other.take("Good morning, my name is Joe, and I come from Ohio; who are you?", isWhole: true).count == 1)
    }

    @Test func aLongerClauseFollowsTheFirstAndNumbersStayWhole() {
        var cutter = SentenceCutter(cutsClauses: true)
        let text = "Yes, it costs 3,50 euros, which is more than I thought it would be when I came, so I leave."
        #expect(
            cutter.take(text, isWhole: true) == [
                "Yes, it costs 3,50 euros,", "which is more than I thought it would be when I came,", "so I leave.",
            ])
    }

    @Test func aClauseWithoutAMarkIsSplitBetweenWords() {
        let text = String(repeating: "word ", count: 100)
        var cutter = SentenceCutter(cutsClauses: true)
        let pieces = cutter.take(text, isWhole: true)
        #expect(pieces.map(\.count) == [164, 159, 159, 14])
    }

    @Test func aGrowingTextIsCutIntoTheSameClauses() {
        let text = "Good morning, the train leaves at half past nine from the other platform, so hurry up! Bye, then."
        var whole = SentenceCutter(cutsClauses: true)
        var growing = SentenceCutter(cutsClauses: true)
        var pieces: [String] = []
        for count in 1...text.count {
            pieces += growing.take(String(text.prefix(count)), isWhole: count == text.count)
        }
        #expect(pieces == whole.take(text, isWhole: true))
        #expect(pieces.first == "Good morning,")
    }
}
