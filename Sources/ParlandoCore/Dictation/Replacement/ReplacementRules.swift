/// Replacement rules, prepared for matching. A rule matches whole words only. The longest matching rule applies, and
/// each word is replaced at most once.
public struct ReplacementRules: Sendable, Equatable {
    /// A rule whose words were found at the beginning of a sequence of words.
    struct Match {
        let rule: ReplacementRule
        /// Number of words that the rule covers.
        let length: Int
    }

    /// The rules by their first word, in lower case and without punctuation. For each word, the longest rule comes
    /// first.
    private let rules: [String: [(keys: [String], rule: ReplacementRule)]]
    /// Whether any rule replaces punctuation before the words that it matches.
    let replacesPunctuation: Bool

    /// Prepares rules for matching. Unusable rules are left out.
    ///
    /// - Parameter rules: the rules; if several of them replace the same words, the first one applies.
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

    /// Returns whether both sets of rules replace the same words with the same texts.
    public static func == (left: ReplacementRules, right: ReplacementRules) -> Bool {
        left.rules.keys == right.rules.keys
            && left.rules.allSatisfy { key, list in list.map(\.rule) == right.rules[key]?.map(\.rule) }
    }

    /// Whether there are no rules.
    public var isEmpty: Bool {
        rules.isEmpty
    }

    /// Returns the longest rule whose words are at the beginning of `keys`, or nil if there is none. A key is a word in
    /// lower case and without punctuation.
    ///
    /// - Parameter areJoined: whether each word directly follows the previous word, with only a space or hyphen between
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

    /// Returns whether the words are the beginning of a rule with more words, so that further words may complete it.
    func canGrow(_ keys: ArraySlice<String>) -> Bool {
        guard let first = keys.first, let candidates = rules[first] else {
            return false
        }
        return candidates.contains { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    }

    /// Returns whether these are the spoken words for an opening mark, such as a bracket, which belongs before the next
    /// word.
    func isOpeningMark(_ keys: [String]) -> Bool {
        keys.first.flatMap { rules[$0] }?.contains { $0.keys == keys && $0.rule.effect == .openingMark } ?? false
    }

    /// Number of words in the longest rule.
    var longest: Int {
        rules.values.reduce(0) { max($0, $1.first?.keys.count ?? 0) }
    }
}
