import Foundation
public import ParlandoCore

/// Turns text into phonemes with espeak-ng, on the thread that all its users share.
public actor EspeakPhonemizer: Phonemizer {
    /// The thread of espeak-ng.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EspeakSynthesizer.executor.asUnownedSerialExecutor()
    }

    /// The library is loaded at the first use.
    public init() {}

    public func phonemes(
        of text: Private<String>, voice: String
    ) throws(SynthesisError) -> [Private<String>] {
        let engine = try EspeakEngine()
        guard engine.choose(voice) else {
            throw SynthesisError(.voiceGone, detail: "espeak-ng has no voice \(voice)")
        }
        return PhonemeText.sentences(engine.phonemes(of: text.revealed)).map { Private($0) }
    }
}

/// Joins the phonemes of espeak-ng's clauses to sentences. Free of side effects.
enum PhonemeText {
    /// Returns sentences of phonemes, with the punctuation mark that ends each clause: voices need it for the
    /// intonation, and espeak-ng does not return it.
    static func sentences(_ clauses: [(phonemes: String, text: Substring)]) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        for (index, clause) in clauses.enumerated() {
            let spoken = withoutLanguages(clause.phonemes).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !spoken.isEmpty else {
                continue
            }
            let mark = mark(after: clause.text, isLast: index == clauses.count - 1)
            sentence += (sentence.isEmpty ? "" : " ") + spoken + (mark.map(String.init) ?? "")
            if let mark, ".?!".contains(mark) {
                sentences.append(sentence)
                sentence = ""
            }
        }
        if !sentence.isEmpty {
            sentences.append(sentence)
        }
        // Piper's voices were trained with decomposed characters.
        return sentences.map(\.decomposedStringWithCanonicalMapping)
    }

    /// Removes the names of languages in brackets, which espeak-ng writes around foreign words.
    private static func withoutLanguages(_ phonemes: String) -> String {
        var depth = 0
        return phonemes.filter { letter in
            switch letter {
            case "(":
                depth += 1
                return false
            case ")":
                depth = max(0, depth - 1)
                return false
            default: return depth == 0
            }
        }
    }

    /// Returns the mark at the end of a clause in the form that voices know; nil if there is none.
    ///
    /// - Parameter isLast: whether no clause follows. Otherwise espeak-ng has read one letter of the next clause.
    private static func mark(after text: Substring, isLast: Bool) -> Character? {
        var text = text
        if !isLast, let next = text.last, marks[next] == nil, !next.isWhitespace, !closing.contains(next) {
            text.removeLast()
        }
        let last = text.last { !$0.isWhitespace && !closing.contains($0) }
        return last.flatMap { marks[$0] }
    }

    private static let closing: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]", "」", "』", "）", "\0"]
    private static let marks: [Character: Character] = [
        ".": ".", "…": ".", "。": ".", "．": ".", "।": ".", "۔": ".", "!": "!", "！": "!", "?": "?", "？": "?", "؟": "?",
        ",": ",", "，": ",", "、": ",", "،": ",", ";": ";", "；": ";", "؛": ";", ":": ":", "：": ":",
    ]
}
