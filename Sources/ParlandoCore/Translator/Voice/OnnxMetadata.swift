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
    /// Maximum number of bytes of a field's header: a number of ten bytes and a length of ten.
    static let longestHeader = 20

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
        var offset: Int64 = 0
        var hasGraph = false
        while offset < size {
            guard let field = Self.header(try read(offset, longestHeader)) else {
                return false
            }
            let left = UInt64(size - offset) - UInt64(min(Int64(field.header), size - offset))
            guard field.content <= left else {
                return false
            }
            hasGraph = hasGraph || field.number == graph && field.content > 0
            offset += Int64(field.header) + Int64(field.content)
        }
        return hasGraph
    }

    /// Reads the header of a field. Returns nil if the bytes are not one.
    static func header(_ bytes: [UInt8]) -> Field? {
        guard let (tag, tagLength) = number(bytes[...]), tag >> 3 > 0 else {
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
