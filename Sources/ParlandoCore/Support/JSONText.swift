import Foundation

/// JSON as the program writes it: keys in alphabetical order, dates in ISO 8601.
public enum JSONText {
    /// Returns a value as JSON on one line; nil if it cannot be encoded.
    public static func line(of value: some Encodable) -> String? {
        encode(value, [])
    }

    /// Returns a value as JSON on indented lines; nil if it cannot be encoded.
    static func document(of value: some Encodable) -> String? {
        encode(value, .prettyPrinted)
    }

    /// Parses a JSON list of items. Invalid items are left out, so that one of them does not make the whole list
    /// unreadable. Returns an empty list if the text is not a list.
    static func list<Item: Decodable>(of type: Item.Type, in text: String) -> [Item] {
        let entries = try? OutsideJSON.decode([Entry<Item>].self, from: Data(text.utf8))
        return (entries ?? []).compactMap(\.item)
    }

    private static func encode(_ value: some Encodable, _ layout: JSONEncoder.OutputFormatting) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = layout.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// An item of a decoded list; `item` is nil if it is invalid.
private struct Entry<Item: Decodable>: Decodable {
    let item: Item?

    init(from decoder: any Decoder) throws {
        item = try? Item(from: decoder)
    }
}
