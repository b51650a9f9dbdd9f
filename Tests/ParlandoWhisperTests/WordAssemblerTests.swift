import ParlandoCore
import ParlandoRecognition
import Testing

@testable import ParlandoWhisper

@Suite struct WordAssemblerTests {
    static func words(_ pieces: [[UInt8]], continues: Bool = false) -> [DecodedWord] {
        var assembler = WordAssembler(continues: continues)
        for (index, piece) in pieces.enumerated() {
            assembler.add(Int32(index), bytes: piece, probability: 1 - Double(index) / 10)
        }
        return assembler.finish()
    }

    static func words(_ pieces: [String], continues: Bool = false) -> [DecodedWord] {
        words(pieces.map { Array($0.utf8) }, continues: continues)
    }

    @Test func aSpaceBeginsAWord() {
        let words = Self.words([" Hello", ",", " wor", "ld", "."])
        #expect(words.map(\.text) == ["Hello,", "world."])
        #expect(words.map(\.tokens) == [[0, 1], [2, 3, 4]])
        #expect(words.map(\.isGlued) == [false, false])
    }

    /// Punctuation does not make it doubtful.
    @Test(arguments: [[" a", " b", "c"], [" a", "!", " b", "?"]])
    func aWordIsAsProbableAsItsWorstToken(tokens: [String]) {
        #expect(Self.words(tokens).map(\.probability) == [1, 0.8])
    }

    @Test func aTokenAfterAPrefixGoesOnWithItsWord() {
        #expect(Self.words(["man", " said"], continues: true).map(\.isGlued) == [true, false])
    }

    @Test func japaneseCharactersStandAloneAndTogether() {
        let words = Self.words(["今日", "は", "晴れ", "。"])
        #expect(words.map(\.text) == ["今日", "は", "晴れ。"])
        #expect(
            words.map { Word(text: $0.text, start: 0, end: 0, probability: 1, isGlued: $0.isGlued) }.text == "今日は晴れ。")
    }

    @Test func aCharacterSpreadOverTokensIsPutTogether() {
        let bytes = Array(" é".utf8)
        #expect(Self.words([Array(bytes[..<2]), [bytes[2]]]).map(\.text) == ["é"])
    }
}

@Suite struct TokenEncoderTests {
    @Test func textBecomesTheTokensOfGPT2() throws {
        let context = try WhisperContext(path: RealSpeech.files.weights) { _ in }
        #expect(context.encoder.tokens(of: "hello world") == [31373, 995])
        for text in [" Kuzminov's C++ 2026, naïve…", " Ёжиков", " 库兹明"] {
            let bytes = context.encoder.tokens(of: text).flatMap { context.bytes(of: $0) }
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }
}
