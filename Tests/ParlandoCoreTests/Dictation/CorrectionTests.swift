import ParlandoCore
import Testing

/// Which edits are worth remembering.
@Suite struct CorrectionTests {
    @Test(arguments: [
        ("I met Klafflin today.", "I met Claflin today.", "Klafflin", "Claflin"),
        ("Klafflin, hello", "Claflin, hello", "Klafflin", "Claflin"),
        ("we use pie torch here", "we use PyTorch here", "pie torch", "PyTorch"),
        ("a bad cataline.", "a bad catalysis.", "cataline", "catalysis"),
        ("в Ежикове дождь", "в Ёжиково дождь", "Ежикове", "Ёжиково"),
        ("the model gpt for", "the model gpt4", "gpt for", "gpt4"),
    ])
    func aWordThatSoundsAlikeIsACorrection(old: String, new: String, heard: String, written: String) throws {
        let found = try #require(Correction(from: old, to: new))
        #expect(found.heard == heard && found.written == written)
    }

    @Test(arguments: [
        // Nothing, punctuation or case.
        ("one two", "one two"), ("Klafflin says", "Klafflin, says"), ("klafflin says", "Klafflin says"),
        // Typed, deleted, or another word.
        ("I met him", "I met Claflin him"), ("I met Claflin today", "I met today"), ("in Paris", "in Berlin"),
        // Ordinary words, also with a capital only because a sentence begins.
        ("over their now", "over there now"), ("Their is", "There is"), ("Yes. Their is", "Yes. There is"),
        // In several places, or too many.
        ("Klafflin and Smyth met", "Claflin and Smith met"), ("a be see de e", "A B C D E"),
    ])
    func anythingElseIsNone(old: String, new: String) {
        #expect(Correction(from: old, to: new) == nil)
    }
}
