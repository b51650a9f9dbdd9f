import ParlandoCore

extension HTTPResponse {
    /// Reads the whole body. Throws `badAnswer` as soon as it exceeds `most` bytes.
    func bytes(most: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        var pieces = body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            guard bytes.count + piece.count <= most else {
                throw HTTPError(.badAnswer, detail: "more than \(most) bytes")
            }
            bytes += piece
        }
        return bytes
    }
}
