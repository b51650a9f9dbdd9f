/// Replacement rules, ready to be applied: whole words only, the longest rule first, each word replaced once.
public struct ReplacementRules: Sendable, Equatable {
    /// A rule whose words were found at the beginning of a text, which is given as comparison keys.
    struct Match {
        let rule: ReplacementRule
        /// Number of keys that the rule covers.
        let length: Int
    }

    /// The rules by their first key, the longest first.
    private let rules: [String: [(keys: [String], rule: ReplacementRule)]]
    /// Whether a rule replaces the punctuation before the words that it finds.
    let replacesPunctuation: Bool

    /// - Parameter rules: among rules for the same words, the first one counts.
    public init(_ rules: [ReplacementRule] = []) {
        var known: Set<[String]> = []
        var found: [String: [(keys: [String], rule: ReplacementRule)]] = [:]
        for rule in rules where rule.isUsable {
            let keys = rule.keys
            if let first = keys.first, known.insert(keys).inserted {
                found[first, default: []].append((keys, rule))
            }
        }
        self.rules = found.mapValues { $0.sorted { $0.keys.count > $1.keys.count } }
        replacesPunctuation = found.values.joined().contains { $0.rule.effect.replacesPunctuation }
    }

    /// Returns whether both sides find the same words and write the same texts.
    public static func == (left: ReplacementRules, right: ReplacementRules) -> Bool {
        left.rules.keys == right.rules.keys
            && left.rules.allSatisfy { key, list in list.map(\.rule) == right.rules[key]?.map(\.rule) }
    }

    /// Whether there are no rules.
    public var isEmpty: Bool {
        rules.isEmpty
    }

    /// Returns the longest rule that applies at the beginning of some keys, or nil if no rule applies.
    ///
    /// - Parameter areJoined: whether each key directly follows the previous key, with only a space or hyphen between
    ///   them. The first element is ignored.
    func match(_ keys: ArraySlice<String>, areJoined: ArraySlice<Bool>) -> Match? {
        guard let first = keys.first, let candidates = rules[first] else {
            return nil
        }
        for candidate in candidates where keys.starts(with: candidate.keys) {
            if areJoined.dropFirst().prefix(candidate.keys.count - 1).allSatisfy({ $0 }) {
                return Match(rule: candidate.rule, length: candidate.keys.count)
            }
        }
        return nil
    }

    /// Whether further words could turn all of these keys into a rule, or into a longer one.
    func canGrow(_ keys: ArraySlice<String>) -> Bool {
        guard let first = keys.first, let candidates = rules[first] else {
            return false
        }
        return candidates.contains { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    }

    /// Whether these are the words of an opening mark, which belongs before the next word.
    func isOpeningMark(_ keys: [String]) -> Bool {
        keys.first.flatMap { rules[$0] }?.contains { $0.keys == keys && $0.rule.effect == .openingMark } ?? false
    }

    /// The largest number of words in a rule.
    var longest: Int {
        rules.values.reduce(0) { max($0, $1.first?.keys.count ?? 0) }
    }
}
