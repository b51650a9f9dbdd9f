import Foundation

/// Finds rows of the preferences window by the words in their texts.
public struct PreferencesIndex: Sendable {
    /// A row of the preferences window that can be found by its texts.
    public struct Entry: Sendable, Equatable {
        /// Title of the row in the preferences window.
        public var title: String
        /// Explanatory text below the row's title.
        public var note: String
        /// Title of the preferences page that contains the row.
        public var page: String

        public init(title: String, note: String, page: String) {
            self.title = title
            self.note = note
            self.page = page
        }
    }

    private let texts: [String]

    /// - Parameter entries: the rows in their order.
    public init(_ entries: [Entry]) {
        texts = entries.map { Self.fold("\($0.title) \($0.note) \($0.page)") }
    }

    /// Returns the indices of the entries whose texts contain all of the words, regardless of case and accents. The
    /// result is empty if `words` is blank.
    public func matches(_ words: String) -> [Int] {
        let words = Self.fold(words).split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? [] : texts.indices.filter { index in words.allSatisfy(texts[index].contains) }
    }

    private static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
