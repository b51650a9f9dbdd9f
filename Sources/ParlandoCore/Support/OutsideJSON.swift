public import Foundation

/// Parses JSON from outside the program: from servers, files and preferences.
///
/// Foundation's parser crashes if a text ends immediately after its 513th open bracket, one more than the parser
/// allows. Deeply nested texts are therefore rejected before Foundation parses them. Texts in UTF-16 and UTF-32 are
/// rejected too, because single bytes of their characters might look like brackets or quotation marks. RFC 8259
/// requires UTF-8.
public enum OutsideJSON {
    /// An error: the JSON text is nested more deeply than the program accepts.
    public struct TooDeep: Error {}

    /// An error: the JSON text has a zero byte. JSON in UTF-16 or UTF-32 always has zero bytes, JSON in UTF-8 never.
    public struct NotUTF8: Error {}

    /// Maximum number of brackets that are open at the same time.
    private static let mostOpen = 100

    /// Decodes a value from JSON. Throws `TooDeep`, `NotUTF8`, or an error of `JSONDecoder`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
        try check(json)
        return try JSONDecoder().decode(type, from: json)
    }

    /// Parses JSON into dictionaries, arrays, strings and numbers. Throws `TooDeep`, `NotUTF8`, or an error of
    /// `JSONSerialization`.
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
