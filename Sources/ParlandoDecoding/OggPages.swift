/// Reader for the pages of an Ogg file: finds the next recording in it, and whether the last page is complete.
///
/// Source: RFC 3533. A page has a header of 27 bytes, the lengths of its segments, and the segments: 65,307 bytes at
/// most. Flags tell whether the page begins a stream (2) and whether it ends one (4).
enum OggPages {
    private static let name = Array("OggS".utf8)
    private static let longest = 65_307
    private static let header = 27
    /// Maximum length of a page's header, with 255 segments, in bytes.
    private static let longestHeader = 27 + 255

    /// Returns the offset of the next recording in a chained Ogg file, or nil if there is none. The next recording
    /// begins at the first page that begins a stream after pages that do not.
    static func nextBeginning(in source: SoundBytes) -> Int? {
        var position = 0
        var hasSound = false
        while true {
            let page = source.bytes(at: position, longestHeader)
            guard page.count > header else {
                return nil
            }
            guard page.starts(with: name) else {
                // The file is damaged here, so search for the next page.
                guard let start = source.data(from: position + 1) else {
                    return nil
                }
                position = start + (place(in: source.bytes(at: start, longest)) ?? longest - name.count)
                continue
            }
            let begins = page[5] & 2 != 0
            if begins, hasSound {
                return position
            }
            hasSound = hasSound || !begins
            position += length(of: page[...])
        }
        return nil
    }

    /// Returns whether the last page is complete and marked as the end of its stream. If not, the file was cut off.
    static func areEnded(_ source: SoundBytes) -> Bool {
        let bytes = source.bytes(at: max(0, source.count - longest), longest)
        var position = bytes.count - header
        while position >= 0, !bytes[position...].starts(with: name) {
            position -= 1
        }
        guard position >= 0 else {
            return false
        }
        return bytes[position + 5] & 4 != 0 && position + length(of: bytes[position...]) <= bytes.count
    }

    private static func length(of page: ArraySlice<UInt8>) -> Int {
        let segments = page.dropFirst(header).prefix(Int(page[page.startIndex + 26]))
        return header + segments.count + segments.reduce(0) { $0 + Int($1) }
    }

    private static func place(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
    }
}
