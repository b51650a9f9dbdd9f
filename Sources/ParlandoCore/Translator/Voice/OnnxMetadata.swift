/// Reads and writes the metadata of an ONNX file, which are keys and values stored next to the neural network. Free of
/// side effects.
///
/// An ONNX file is one protobuf message, and fields can be appended to a protobuf message. Metadata can therefore be
/// added without decoding the network: each key-value pair is a field 14 (`metadata_props`) of the message, with the
/// key as its field 1 and the value as its field 2.
public enum OnnxMetadata {
    /// A field of a protobuf message.
    struct Field: Equatable {
        /// Field number, as in the protobuf definition of the message.
        let number: UInt64
        /// Length of the field's content in bytes, without the header.
        let content: UInt64
        /// Length of the field's header in bytes.
        let header: Int
    }

    /// Number of the field of an ONNX file (`ModelProto`) that contains the neural network.
    private static let graph: UInt64 = 7
    /// Number of the field of an ONNX file (`ModelProto`) that contains metadata.
    private static let properties: UInt64 = 14
    /// Number of the field of the network (`GraphProto`) that contains an input.
    private static let input: UInt64 = 11
    /// Number of the field of the network (`GraphProto`) that contains an output.
    private static let output: UInt64 = 12
    /// Maximum length of a field's header in bytes: a tag and a length, each a varint of at most ten bytes.
    static let longestHeader = 20

    /// Maximum length of a field's tag in bytes: five for 32 bits.
    private static let longestTag = 5

    /// Returns bytes that add metadata to an ONNX file when they are appended to it.
    public static func bytes(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        pairs.flatMap { pair in
            field(properties, field(1, Array(pair.key.utf8)) + field(2, Array(pair.value.utf8)))
        }
    }

    /// Returns whether a file is a complete ONNX message that contains a network. The network itself is not decoded.
    ///
    /// - Parameters:
    ///   - size: size of the file in bytes.
    ///   - read: returns `count` bytes of the file from `offset` on, or fewer at the end of the file.
    public static func isWhole(
        size: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
    ) rethrows -> Bool {
        var hasGraph = false
        let isRead = try walk(0..<size, read: read) { field, _ in
            hasGraph = hasGraph || field.number == graph && field.content > 0
        }
        return isRead && hasGraph
    }

    /// Returns the numbers of inputs and outputs of the network in an ONNX file; nil if the file is damaged. They have
    /// to be checked before a library runs the network: one that expects more inputs may read beyond the end of the
    /// list.
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

    /// Returns the byte ranges of the metadata in an ONNX file, in order; nil if the file is damaged. A file without
    /// the bytes in these ranges contains the same network.
    ///
    /// - Parameters:
    ///   - size: size of the file in bytes.
    ///   - read: returns `count` bytes of the file from `offset` on, or fewer at the end of the file.
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

    /// Calls `body` for each field of a protobuf message, with the byte range of the field's content. Returns whether
    /// the message is complete.
    ///
    /// - Parameters:
    ///   - place: byte range of the message in the file.
    ///   - read: returns `count` bytes of the file from `offset` on, or fewer at the end of the file.
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

    /// Decodes the header of a protobuf field at the beginning of some bytes; nil if there is no valid header.
    static func header(_ bytes: [UInt8]) -> Field? {
        // The library that reads the network would truncate a longer tag, and take the field for another one.
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

    /// Decodes a varint, which has seven bits in each byte, the lowest first. Returns the value and its length in
    /// bytes; nil if the varint is incomplete.
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
