/// Prepares a text for a voice, which would read markup aloud, and pause at the full stop of an abbreviation. Free of
/// side effects.
public enum SpokenText {
    public static func make(of text: String) -> String {
        let spoken = withoutStops(withoutEmphasis(withoutMarkup(text)))
        return spoken.contains { $0.isLetter || $0.isNumber } ? spoken : text
    }

    /// Markdown and HTML.
    private static func withoutMarkup(_ text: String) -> String {
        text
            .replacing(/!?\[([^\[\]\n]*)\]\([^()\s]*\)/) { $0.output.1 }
            .replacing(/<\/?[A-Za-z][^<>\n]*>/, with: "")
            .replacing(/(?m)^[ \t]*(?:#{1,6}|>|[*+])[ \t]+/, with: "")
            .replacing(/`+|~~/, with: "")
    }

    /// Marks of emphasis touch a word. A sign of multiplication stands alone or between numbers, an underscore within
    /// a name.
    private static func withoutEmphasis(_ text: String) -> String {
        text.replacing(/\*+|_+/) { match -> Substring in
            let before = text[..<match.range.lowerBound].last ?? " "
            let after = text[match.range.upperBound...].first ?? " "
            let isAlone = before.isWhitespace && after.isWhitespace
            let isInName = match.output.first == "_" && [before, after].allSatisfy { $0.isLetter || $0.isNumber }
            return isAlone || isInName || before.isNumber && after.isNumber ? match.output : ""
        }
    }

    /// Voices end a sentence at a full stop before a capital letter or a number.
    private static func withoutStops(_ text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        var spoken = words
        for (index, (word, next)) in zip(words, words.dropFirst()).enumerated() {
            let before = index > 0 ? words[index - 1] : ""
            if word.last == ".", let first = next.first, isAbbreviation(word, after: before, before: first) {
                spoken[index] = word.dropLast()
            }
        }
        return spoken.joined(separator: " ")
    }

    private static func isAbbreviation(_ word: Substring, after before: Substring, before next: Character) -> Bool {
        guard next.isUppercase || next.isNumber, before.last?.isNumber != true, !word.contains(where: \.isNumber) else {
            return false
        }
        let name = word.filter(\.isLetter).lowercased()
        let isPart = before.last == "." && before.count <= 3
        let whole = isPart ? before.filter(\.isLetter).lowercased() + name : name
        return Abbreviation.titles.contains(name) || next.isNumber && Abbreviation.numbered.contains(name)
            || (isPart || word.dropLast().contains(".")) && Abbreviation.composed.contains(whole)
    }
}

/// Abbreviations of the translator's languages, in lower case and without full stops. One of one or two letters is
/// listed only if it can stand before a capital letter.
enum Abbreviation {
    static let longest = 6
    /// Something always follows, often a name.
    static let titles: Set<String> = [
        "dr", "mr", "mrs", "ms", "prof", "st", "mt", "capt", "lt", "sgt", "rev", "gov", "sen", "vs",
        "hr", "hrn", "z", "bzw", "vgl", "ggf", "evtl", "inkl", "m", "mm", "mme", "mlle", "mgr", "sr", "sra", "srta",
        "dra", "sig", "dott", "avv", "dhr", "mevr", "bijv", "dvs", "ul", "np", "tzn", "ks", "г", "ул", "проф",
        "акад", "тов", "гр", "св", "пер", "напр",
    ]
    /// A number may follow.
    static let numbered: Set<String> = [
        "no", "nr", "vol", "fig", "art", "abs", "p", "pp", "approx", "ca", "núm", "стр", "рис", "ст", "д", "jan", "feb",
        "apr", "aug", "sept", "oct", "nov", "dec", "etc", "usw", "ecc", "enz", "itd", "itp", "osv",
    ]
    /// Abbreviations of several words, without dots or spaces: `eg` is "e.g.".
    static let composed: Set<String> = [
        "eg", "ie", "zb", "dh", "ua", "pex", "pej", "tex", "bla", "dwz", "те", "тк",
    ]
}
