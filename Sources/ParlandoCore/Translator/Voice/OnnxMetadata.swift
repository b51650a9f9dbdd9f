/// Reads and writes the metadata (keys and values) of an ONNX file. Free of side effects.
///
/// An ONNX file is one protobuf message, to which fields can be appended without decoding the network: each key-value
/// pair is a field 14 (`metadata_props`) with the key as its field 1 and the value as its field 2.
public enum OnnxMetadata {
    struct Field: Equatable {
        let number: UInt64
        /// Length of the content in bytes, without the header.
        let content: UInt64
        /// Length of the header in bytes.
        let header: Int
    }

    /// Numbers of fields of `ModelProto`.
    private static let graph: UInt64 = 7
    private static let properties: UInt64 = 14
    /// Numbers of fields of `GraphProto`.
    private static let input: UInt64 = 11
    private static let output: UInt64 = 12
    /// Maximum length of a field's header in bytes: two varints of at most ten.
    static let longestHeader = 20

    /// Maximum length of a tag in bytes: five for 32 bits.
    private static let longestTag = 5

    /// Returns bytes that add metadata when they are appended to an ONNX file.
    public static func bytes(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        pairs.flatMap { pair in
            field(properties, field(1, Array(pair.key.utf8)) + field(2, Array(pair.value.utf8)))
        }
    }

    /// Returns the numbers of inputs and outputs of the network; nil if the file is damaged or incomplete. A library that
    /// runs a network with more inputs than it expects may read beyond the end of a list.
    ///
    /// - Parameters:
    ///   - size: size of the file in bytes.
    ///   - read: returns `count` bytes of the file from `offset` on, or fewer at the end of the file.
    public static func ends(
        size: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
    ) rethrows -> (inputs: Int, outputs: Int)? {
        var graphs: [Range<Int64>] = []
        guard try walk(0..<size, read: read, body: { if $0.number == graph { graphs.append($1) } }) else {
            return nil
        }
        var count = (inputs: 0, outputs: 0)
        for place in graphs {
            let isRead = try walk(place, read: read) { field, _ in
                count.inputs += field.number == input ? 1 : 0
                count.outputs += field.number == output ? 1 : 0
            }
            guard isRead else {
                return nil
            }
        }
        return count
    }

    /// Returns the byte ranges of the metadata, in order; nil if the file is damaged. Without these bytes the network
    /// is the same.
    public static func places(
        size: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
    ) rethrows -> [Range<Int64>]? {
        var places: [Range<Int64>] = []
        let isRead = try walk(0..<size, read: read) { field, content in
            if field.number == properties {
                places.append(content.lowerBound - Int64(field.header)..<content.upperBound)
            }
        }
        return isRead ? places : nil
    }

    /// Calls `body` for each field of a protobuf message, with the byte range of its content. Returns whether the
    /// message is complete.
    private static func walk(
        _ place: Range<Int64>, read: (_ offset: Int64, _ count: Int) throws -> [UInt8],
        body: (Field, Range<Int64>) -> Void
    ) rethrows -> Bool {
        var offset = place.lowerBound
        while offset < place.upperBound {
            let left = place.upperBound - offset
            guard let field = header(try read(offset, longestHeader)), field.header <= left,
                field.content <= UInt64(left - Int64(field.header))
            else {
                return false
            }
            offset += Int64(field.header)
            body(field, offset..<offset + Int64(field.content))
            offset += Int64(field.content)
        }
        return true
    }

    /// Decodes the header of a protobuf field; nil if it is not valid.
    static func header(_ bytes: [UInt8]) -> Field? {
        // The library that reads the network would truncate a longer tag.
        guard let (tag, tagLength) = number(bytes[...]), tag >> 3 > 0, tag <= UInt32.max, tagLength <= longestTag else {
            return nil
        }
        switch tag & 7 {
        case 0:
            guard let (_, length) = number(bytes[tagLength...]) else {
                return nil
            }
            return Field(number: tag >> 3, content: 0, header: tagLength + length)
        case 1: return Field(number: tag >> 3, content: 8, header: tagLength)
        case 2:
            guard let (content, length) = number(bytes[tagLength...]) else {
                return nil
            }
            return Field(number: tag >> 3, content: content, header: tagLength + length)
        case 5: return Field(number: tag >> 3, content: 4, header: tagLength)
        default: return nil
        }
    }

    /// Decodes a varint (seven bits in each byte, the lowest first). Returns its value and length; nil if it is
    /// incomplete.
    private static func number(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, length: Int)? {
        var value: UInt64 = 0
        for (index, byte) in bytes.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 {
                return (value, index + 1)
            }
        }
        return nil
    }

    private static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }
}
