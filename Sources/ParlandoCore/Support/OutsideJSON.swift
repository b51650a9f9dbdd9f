public import Foundation

/// Parses JSON from servers, files and preferences.
///
/// Foundation's parser crashes if a text ends right after its 513th open bracket, one more than it allows; so deeply
/// nested texts are refused. So are UTF-16 and UTF-32, of which single bytes could look like brackets. RFC 8259 asks
/// for UTF-8.
public enum OutsideJSON {
    /// The text is nested too deeply.
    public struct TooDeep: Error {}

    /// The text has a zero byte, as JSON in UTF-16 and UTF-32 always has.
    public struct NotUTF8: Error {}

    /// Most brackets that are open at a time.
    private static let mostOpen = 100

    /// Throws `TooDeep`, `NotUTF8`, or an error of `JSONDecoder`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try check(json)
        return try JSONDecoder().decode(type, from: json)
    }

    /// Dictionaries, arrays, strings and numbers. Throws `TooDeep`, `NotUTF8`, or an error of `JSONSerialization`.
    public static func object(from json: Data) throws -> Any {
        try check(json)
        return try JSONSerialization.jsonObject(with: json)
    }

    private static func check(_ json: Data) throws {
        try json.withUnsafeBytes { try check($0) }
    }

    private static func check(_ json: UnsafeRawBufferPointer) throws {
        var open = 0
        var isString = false
        var isEscaped = false
        for byte in json {
            switch byte {
            case 0: throw NotUTF8()
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isString: isEscaped = true
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                open += isString ? 0 : 1
                if open > mostOpen {
                    throw TooDeep()
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= isString ? 0 : 1
            default: break
            }
        }
    }
}

/// JSON as the program writes it: sorted keys, dates in ISO 8601.
public enum JSONText {
    /// One line; nil if the value cannot be encoded.
    public static func line(of value: some Encodable) -> String? {
        encode(value, [])
    }

    /// Indented lines; nil if the value cannot be encoded.
    public static func document(of value: some Encodable) -> String? {
        encode(value, .prettyPrinted)
    }

    /// Leaves out invalid items, so that one does not make the list unreadable. Empty if the text is no list.
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

/// Nil if the item is invalid.
private struct Entry<Item: Decodable>: Decodable {
    let item: Item?

    init(from decoder: any Decoder) throws {
        item = try? Item(from: decoder)
    }
}
