import Testing

@testable import ParlandoCore

/// What replacement rules make of the words of a paragraph.
@Suite struct ReplacementTests {
    private func lines(_ text: String, _ rules: [(String, String)]) -> [String] {
        lines(text, rules.map { ReplacementRule($0.0, $0.1) })
    }

    private func lines(_ text: String, _ rules: [ReplacementRule]) -> [String] {
        var replacing = Replacing(ReplacementRules(rules))
        replacing.add(spoken(text))
        replacing.finish()
        return replacing.lines.map(\.text)
    }

    private func text(_ text: String, _ rules: (String, String)...) -> String {
        lines(text, rules).joined(separator: "\n")
    }

    private func punctuated(_ text: String, in language: String? = "en") -> String {
        let rules = ShippedRules.allCases.flatMap { $0.rules(for: language) }
        return lines(text, rules).joined(separator: "\n")
    }

    @Test(arguments: [
        ("the point is comma a coma", "the point is, a coma"), ("ja Komma nein Punkt", "ja, nein."),
        ("oui virgule non", "oui, non"),
    ])
    func anUnknownLanguageLeavesEnglishWordsAlone(heard: String, expected: String) {
        #expect(punctuated(heard, in: nil) == expected)
    }

    @Test(arguments: [
        ("art is long", "kunst is long"), ("the party, artful", "the party, artful"), ("art's end", "art's end"),
        ("state-of-the-art tools", "state-of-the-kunst tools"), ("An ART!", "An KUNST!"),
        ("«Art», art.", "«Kunst», kunst."),
    ])
    func onlyWholeWordsAreReplacedInTheirCase(heard: String, expected: String) {
        #expect(text(heard, ("art", "kunst")) == expected)
    }

    @Test func wordsOfOtherScriptsHaveBordersToo() {
        #expect(text("кот и коты", ("кот", "пёс")) == "пёс и коты")
        #expect(text("Кот", ("кот", "пёс")) == "Пёс")
        #expect(text("今天天气", ("天气", "氣候")) == "今天氣候")
    }

    @Test func theLongestRuleCountsAndEachWordOnlyOnce() {
        let rules = [("new", "old"), ("new york", "NYC"), ("old", "ancient")]
        #expect(lines("new york is new and old", rules) == ["NYC is old and ancient"])
    }

    @Test func capitalsOfTheRuleAreKept() {
        #expect(text("Kubernetes or kubernetes", ("kubernetes", "k8s")) == "K8s or k8s")
        #expect(text("i use github", ("github", "GitHub")) == "i use GitHub")
        #expect(text("Github", ("github", "gitHub")) == "gitHub")
    }

    @Test func punctuationAroundStaysAndAcrossItNoRuleApplies() {
        #expect(text("(open source), yes", ("open source", "FOSS")) == "(FOSS), yes")
        #expect(text("open, source", ("open source", "FOSS")) == "open, source")
        #expect(text("open-source", ("open source", "FOSS")) == "FOSS")
        #expect(text("foo-foo", ("foo", "bar")) == "bar-bar")
    }

    @Test func aRuleMayDeleteWords() {
        #expect(text("so um, yes. Um, no", ("um", "")) == "so yes. No")
        #expect(text("um", ("um", "")) == "")
    }

    @Test func replacedWordsShareTheTimeOfTheSpokenOnes() {
        var replacing = Replacing(ReplacementRules([ReplacementRule("jay son", "JSON file")]))
        let heard = spoken("the jay son here")
        replacing.add(heard)
        let words = replacing.lines[0]
        #expect(words.map(\.text) == ["the", "JSON", "file", "here"])
        #expect(words[0] == heard[0] && words[3] == heard[3])
        #expect(words[1].start == heard[1].start && words[2].end == heard[2].end)
        #expect(words[1].end == words[2].start)
    }

    @Test(arguments: [
        ("hello comma world period how are you question mark", "hello, world. How are you?"),
        ("Hello, comma, world. Period. How are you? Question mark.", "Hello, world. How are you?"),
        ("he said open quote yes close quote and left", "he said “yes” and left"),
        ("one new line two new paragraph three", "one\nTwo\n\nThree"),
        ("First. New line. second", "First.\nSecond"), ("a comma-separated list", "a comma-separated list"),
        ("a newcomer came", "a newcomer came"),
    ])
    func spokenPunctuationTakesThePlaceOfTheWritten(heard: String, expected: String) {
        #expect(punctuated(heard) == expected)
    }

    @Test(arguments: [
        ("en", "what exclamation mark question mark new line go", "What!?\nGo"),
        ("en", "he said open quote yes period close quote and left", "he said “yes.” And left"),
        ("en", "the list colon new line one", "the list:\nOne"),
        ("en", "so open parenthesis, close parenthesis. period done", "so (). Done"),
        ("en", "so open parenthesis new line done", "so (\nDone"),
        ("ru", "что восклицательный знак вопросительный знак новая строка да", "что!?\nДа"),
        ("ru", "открыть кавычки да точка закрыть кавычки нет", "«да.» Нет"),
        ("de", "was Ausrufezeichen Fragezeichen neue Zeile ja", "was!?\nJa"),
        ("de", "er sagt Anführungszeichen auf ja Punkt Anführungszeichen zu Komma gut", "er sagt „ja.“, gut"),
        ("fr", "quoi point d'exclamation point d'interrogation nouvelle ligne oui", "quoi\u{202F}!?\nOui"),
        ("fr", "ouvrir la parenthèse oui fermer la parenthèse point d'interrogation", "(oui)\u{202F}?"),
        ("es", "abrir exclamación qué cerrar exclamación cerrar interrogación nueva línea sí", "¡qué!?\nSí"),
    ])
    func dictatedMarksInARowAllStayInTheirOrder(language: String, heard: String, expected: String) {
        #expect(punctuated(heard, in: language).lowercased() == expected.lowercased())
    }

    @Test(arguments: [
        ("C++ and C", "C++", "CPP", "CPP and C"), ("C++, C# and C", "C", "Sea", "C++, C# and Sea"),
        (".NET is a net", "net", "web", ".NET is a web"), ("the U.S. is us", "U.S.", "USA", "the USA is us"),
        ("the U.S. is us", "us", "we", "the U.S. is we"), ("AT&T, at t", "AT&T", "Bell", "Bell, at t"),
        ("open 24/7 or 24 7", "24/7", "always", "open always or 24 7"), ("and/or", "or", "nor", "and/nor"),
        ("저는 서울에서 왔어요", "서울", "Seoul", "저는 Seoul에서 왔어요"), ("서울숲", "서울", "Seoul", "서울숲"),
        ("cafe\u{301} noir", "café", "bar", "bar noir"), ("cafe noir", "cafe\u{301}", "bar", "cafe noir"),
    ])
    func signsParticlesAndAccentsCount(heard: String, spoken: String, written: String, expected: String) {
        #expect(text(heard, (spoken, written)) == expected)
    }

    @Test func spokenPunctuationIsKnownInRussian() {
        let heard =
            "привет запятая мир точка с запятой как дела вопросительный знак новый абзац "
            + "открыть кавычки да закрыть кавычки"
        #expect(punctuated(heard, in: "ru") == "привет, мир; как дела?\n\n«Да»")
    }

    @Test func everyShippedRuleCanApply() {
        for set in ShippedRules.allCases {
            for language in ShippedRules.languages {
                let rules = set.rules(for: language)
                #expect(!rules.isEmpty)
                // A dash has a space on both sides, like a word.
                #expect(rules.allSatisfy { $0.isUsable && ($0.effect != .words || "–—".contains($0.written)) })
            }
        }
    }
}

/// Rules that are applied while the words arrive.
@Suite struct LiveReplacementTests {
    private let rules = ReplacementRules(
        ShippedRules.allCases.flatMap { $0.rules(for: "en") } + [ReplacementRule("open source", "FOSS")])

    @Test func interimWordsAreReplacedLikeFinalOnes() {
        var replacement = LiveReplacement(rules)
        var transcript = Transcript()
        transcript.apply(.final(spoken("one")))
        transcript.apply(.interim(spoken("comma open source new line two", from: 5)))
        let shown = replacement.apply(to: transcript)
        #expect(shown.text == "one")
        #expect(shown.interim.text == ", FOSS\nTwo")
    }

    /// The recogniser writes marks of its own, for which the speaker dictates others.
    @Test func lastingTextIsOnlyAddedTo() {
        var replacement = LiveReplacement(rules)
        var transcript = Transcript()
        var shown = ""
        let heard = "Hello. comma world? exclamation mark And so, new line on; period Then: new paragraph it ends..."
        for (index, word) in spoken(heard).enumerated() {
            transcript.apply(.final([word]))
            if index % 5 == 4 {
                transcript.apply(.paragraphEnded)
            }
            let text = replacement.apply(to: transcript).lasting.text
            #expect(text.hasPrefix(shown), "\(shown) became \(text)")
            shown = text
        }
        let whole = replacement.apply(to: transcript, isOver: true)
        #expect(whole.lasting == whole && whole.text.hasPrefix(shown))
    }

    /// Captions that go on after a loss begin with what was written before it.
    @Test func whatWasReplacedBeforeStaysAsItIs() {
        let former = ["FOSS open source", "", "B"].map { Paragraph(words: spoken($0)) }
        var transcript = Transcript(paragraphs: former)
        transcript.apply(.paragraphEnded)
        transcript.apply(.final(spoken("open source")))
        var replacement = LiveReplacement(rules, after: former)
        let shown = replacement.apply(to: transcript, isOver: true)
        #expect(shown.paragraphs.map(\.text) == ["FOSS open source", "", "B", "FOSS"])
    }

    @Test func withoutRulesForMarksAllFinalTextLasts() {
        var transcript = Transcript()
        transcript.apply(.final(spoken("Hello.")))
        #expect(transcript.lasting.text == "Hello.")
        var replacement = LiveReplacement(ReplacementRules([ReplacementRule("open source", "FOSS")]))
        #expect(replacement.apply(to: transcript).lasting.text == "Hello.")
    }

    @Test func finalWordsNeverChange() {
        var replacement = LiveReplacement(rules)
        var transcript = Transcript()
        transcript.apply(.final(spoken("one new")))
        #expect(replacement.apply(to: transcript).text == "one")
        #expect(replacement.apply(to: transcript).interim.text == "new")
        transcript.apply(.final(spoken("line two", from: 2)))
        #expect(replacement.apply(to: transcript).text == "one\nTwo")
        transcript.apply(.final(spoken("open", from: 4)))
        transcript.apply(.paragraphEnded)
        #expect(replacement.apply(to: transcript).text == "one\nTwo open")
    }

    /// Whatever pieces the words come in, the text is the same, and final words stay.
    @Test(arguments: 1...40) func piecesMakeNoDifference(seed: Int) {
        var numbers = SplitMix(seed: UInt64(seed))
        let vocabulary = ["new", "line", "comma", "open", "source", "period", "paragraph", "quote", "word", "Word."]
        let words = spoken((0..<60).map { _ in vocabulary[Int(numbers.next() % 10)] }.joined(separator: " "))
        var whole = Transcript()
        whole.apply(.final(words))
        var once = LiveReplacement(rules)
        let expected = once.apply(to: whole, isOver: true).text
        var replacement = LiveReplacement(rules)
        var transcript = Transcript()
        var before = 0
        for word in words {
            transcript.apply(.final([word]))
            let shown = replacement.apply(to: transcript)
            #expect(shown.wordCount >= before)
            before = shown.wordCount
        }
        #expect(replacement.apply(to: transcript, isOver: true).text == expected)
    }
}
