import ParlandoCore
import Testing

/// How dictated text fits to what stands before the caret.
struct CaretSpacingTests {
    @Test(arguments: [
        ("word", "next", " next"), ("word ", "next", "next"), ("line\n", "next", "next"), ("(", "next", "next"),
        ("„", "next", "next"), ("word", ", and", ", and"), ("word", "!", "!"), ("end.", "Next", " Next"),
        ("", "first", "first"), ("a/", "b", "b"),
    ]) func aSpaceStandsWhereWordsWouldMeet(before: String, text: String, expected: String) {
        #expect(CaretSpacing.spaced(text, after: before) == expected)
    }

    @Test func whatIsUnknownOrGluedGetsNoSpace() {
        #expect(CaretSpacing.spaced("next", after: nil) == "next")
        #expect(CaretSpacing.spaced("次", after: "前", isGlued: true) == "次")
    }

    @Test(arguments: [
        ("I think ", "And so", "and so"), ("end. ", "and so", "And so"), ("", "and so", "And so"),
        ("what?\u{201D} ", "he asked", "He asked"), ("a list,", "Then", "then"), ("line\n", "then", "Then"),
        ("I think ", "I am", "I am"), ("I think ", "I'm here", "I'm here"), ("I think ", "NASA says", "NASA says"),
        ("seen ", "A man", "a man"), ("   ", "then", "Then"),
    ]) func theFirstLetterFitsTheSentence(before: String, text: String, expected: String) {
        #expect(CaretSpacing.capitalised(text, after: before, language: "en") == expected)
    }

    @Test(arguments: [
        ("I love ", "Berlin is nice", "en"), ("in the ", "U.S. today", "en"), ("and ", "Don's car", "en"),
        ("in ", "May we go", "en"), ("я люблю ", "Москву весной", "ru"), ("das ", "Haus ist", "de"),
        ("j'aime ", "L'Aquila", "it"), ("avec ", "Paris et", "fr"), ("и ", "Вы правы", "ru"),
    ]) func aNameIsNeverMadeSmall(before: String, text: String, language: String) {
        #expect(CaretSpacing.capitalised(text, after: before, language: language) == text)
    }

    @Test(arguments: [
        ("It's late", "it's late", "en"), ("Don\u{2019}t go", "don\u{2019}t go", "en"),
        ("Кто-то идёт", "кто-то идёт", "ru"),
        ("Und dann", "und dann", "de"), ("L'homme", "l'homme", "fr"), ("El perro", "el perro", "es"),
        ("Che cosa", "che cosa", "it"), ("Não sei", "não sei", "pt"), ("Het huis", "het huis", "nl"),
        ("Jag är", "jag är", "sv"), ("I wtedy", "i wtedy", "pl"),
    ]) func aFunctionWordBecomesSmallInASentence(text: String, expected: String, language: String) {
        #expect(CaretSpacing.capitalised(text, after: "x ", language: language) == expected)
    }

    @Test func germanNounsAndUnknownLanguagesKeepCapitals() {
        #expect(CaretSpacing.capitalised("Haus", after: "ein ", language: "de") == "Haus")
        #expect(CaretSpacing.capitalised("Haus", after: "ein ", language: "") == "Haus")
        #expect(CaretSpacing.capitalised("Я иду", after: "потом ", language: "ru") == "я иду")
        #expect(CaretSpacing.capitalised("Then", after: nil, language: "en") == "Then")
    }

    @Test func onlyAFieldThatSaysItsPurposeGetsLineBreaks() {
        #expect(CaretText.allowsBreaks(in: CaretVisit(number: 1)))
        #expect(!CaretText.allowsBreaks(in: CaretVisit(number: 1, purpose: .terminal)))
        #expect(!CaretText.allowsBreaks(in: CaretVisit(number: 1, purpose: .line)))
        #expect(!CaretText.allowsBreaks(in: CaretVisit(number: 1, statesPurpose: false)))
    }

    @Test func noControlCharacterIsWritten() {
        #expect(CaretText.safe("a\u{1B}[31mb\tc\nd", keepsBreaks: false) == "a[31mb c d")
        #expect(CaretText.safe("a\nb", keepsBreaks: true) == "a\nb")
    }

    @Test func surroundingsTellOnlyTheLastCharactersBeforeTheCaret() {
        let around = CaretSurroundings(text: "a long sentence and more", caret: 15)
        #expect(around.before == "sentence")
        #expect(around.print == CaretSurroundings(text: "a long sentence and more", caret: 2).print)
        #expect(around.print != CaretSurroundings(text: "a long sentence and mor", caret: 15).print)
        #expect(CaretSurroundings(text: "", caret: 0).print == 0)
        #expect(CaretSurroundings(text: "short", caret: 99).before == "short")
        #expect(CaretSurroundings(text: "short", caret: -1).before == "")
    }
}
