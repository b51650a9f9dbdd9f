/// The metadata of an ONNX file: pairs of texts beside the network. Free of side effects.
///
/// An ONNX file is one protobuf message, and a protobuf message may be continued by appending fields. Metadata can
/// therefore be added without reading the network: each pair is a field 14 (`metadata_props`) of the message, which has
/// a key (field 1) and a value (field 2).
public enum OnnxMetadata {
    /// A field of a protobuf message at the top of a file.
    struct Field: Equatable {
        let number: UInt64
        /// Number of bytes of the field's content, after its header.
        let content: UInt64
        /// Number of bytes of its header.
        let header: Int
    }

    /// Field numbers of the message (`ModelProto`).
    private static let graph: UInt64 = 7
    private static let properties: UInt64 = 14
    /// Field numbers of the network (`GraphProto`).
    private static let input: UInt64 = 11
    private static let output: UInt64 = 12
    /// Maximum number of bytes of a field's header: a number of ten bytes and a length of ten.
    static let longestHeader = 20

    private static let longestTag = 5

    /// Returns the bytes that add metadata when they are appended to an ONNX file.
    public static func bytes(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        pairs.flatMap { pair in
            field(properties, field(1, Array(pair.key.utf8)) + field(2, Array(pair.value.utf8)))
        }
    }

    /// Returns whether a file of this size is a complete message with a network in it, without reading the network. A
    /// file that was cut off, or that is something else, is not.
    ///
    /// - Parameter read: returns up to this many bytes from an offset; fewer at the end of the file.
    public static func isWhole(
        size: Int64, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
    ) rethrows -> Bool {
        var hasGraph = false
        let isRead = try walk(0..<size, read: read) { field, _ in
            hasGraph = hasGraph || field.number == graph && field.content > 0
        }
        return isRead && hasGraph
    }

    /// Returns how many inputs and outputs the network in a file has; nil if the file is damaged. A library that runs a
    /// network as another kind than it is may read beyond the list of its inputs.
    ///
    /// - Parameter read: returns up to this many bytes from an offset; fewer at the end of the file.
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

    /// Returns the places of the metadata in a file, in order; nil if the file is damaged. Without the bytes at these
    /// places the file is the same network.
    ///
    /// - Parameter read: returns up to this many bytes from an offset; fewer at the end of the file.
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

    /// Visits the fields of a message with the places of their contents. Returns whether the message is complete.
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

    /// Reads the header of a field. Returns nil if the bytes are not one.
    static func header(_ bytes: [UInt8]) -> Field? {
        // A longer tag is cut by the reader of the library, which would then see another field.
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

    /// Reads a number of variable length: seven bits in each byte, the lowest first.
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
