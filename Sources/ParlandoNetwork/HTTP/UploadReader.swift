/// Reads the pieces of an upload in portions. Used only on the transfer's thread.
struct UploadReader {
    /// Total number of bytes in all pieces.
    let total: Int
    /// Number of bytes read so far.
    private(set) var position = 0

    private let pieces: [[UInt8]]
    private var piece = 0
    /// Number of bytes of the current piece read so far.
    private var offset = 0

    init(_ pieces: [[UInt8]]) {
        self.pieces = pieces
        total = pieces.reduce(0) { $0 + $1.count }
    }

    /// Fills as much of the buffer as possible and returns the number of bytes written; 0 means that everything has
    /// been read.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, piece < pieces.count {
            let count = min(buffer.count - filled, pieces[piece].count - offset)
            if count > 0 {
                pieces[piece].withUnsafeBytes { bytes in
                    let source = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
                    UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: source)
                }
            }
            filled += count
            offset += count
            if offset == pieces[piece].count {
                piece += 1
                offset = 0
            }
        }
        position += filled
        return filled
    }
}
