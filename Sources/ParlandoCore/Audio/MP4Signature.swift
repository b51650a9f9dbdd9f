/// First bytes of MP4 and related formats, in which data needed to read the beginning may be at the end of the file.
public enum MP4Signature {
    /// Number of bytes that `begins` needs.
    public static let size = 8

    /// Returns whether a file with these first bytes has one of these formats.
    public static func begins(_ first: [UInt8]) -> Bool {
        first.count >= size
            && ["ftyp", "mdat", "wide", "free", "moov"].contains(String(decoding: first[4..<size], as: UTF8.self))
    }
}
