import Glibc
import ParlandoCore

/// Bytes of a recording from a file, from memory, or from a pipe, which can only be read forwards. Reading from a pipe
/// blocks. Not thread-safe. All offsets are in bytes.
///
/// ID3v2 tags before the audio (often megabytes of pictures), and zeros left by a broken download or a recorder, are
/// skipped.
final class SoundBytes {
    /// Bytes in place of the original ones, to correct a wrong header.
    struct Patch: Equatable {
        let offset: Int
        let bytes: [UInt8]
    }

    private enum Storage {
        case file(Int32, start: Int, length: Int)
        case memory([UInt8])
        case pipe(Int32)
    }

    /// Number of bytes that remain available from the beginning and from the end of a pipe: more than the longest Ogg
    /// page.
    private static let kept = 66_000
    /// Zeros before the audio that are read. Holes in a file are not read.
    private static let mostZeros = 64 << 20
    private static let mostTags = 100
    /// `SEEK_DATA` of Linux, which Glibc's module does not have: moves to the next offset that is not in a hole.
    private static let seekData: Int32 = 3

    private let storage: Storage
    /// Offset of the audio after tags and zeros.
    private var base = 0
    /// Relative to `base`.
    private(set) var position = 0
    private var limit: Int?
    /// Bytes already read from a pipe, which the next reads return first.
    private var ahead: [UInt8] = []
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private(set) var patches: [Patch] = []
    private(set) var hasFailed = false

    /// Closes the file at the end. Throws `empty`, also for zeros alone, or `notAudio`.
    convenience init(file descriptor: Int32, start: Int, length: Int) throws(AudioFileError) {
        try self.init(.file(descriptor, start: start, length: length))
    }

    /// Closes the pipe at the end. Throws `empty` or `notAudio`.
    ///
    /// - Parameter first: bytes already read from the pipe.
    convenience init(pipe descriptor: Int32, behind first: [UInt8]) throws(AudioFileError) {
        try self.init(.pipe(descriptor), ahead: first)
    }

    /// Throws `empty` or `notAudio`.
    convenience init(_ bytes: [UInt8]) throws(AudioFileError) {
        try self.init(.memory(bytes))
    }

    private init(_ storage: Storage, ahead: [UInt8] = []) throws(AudioFileError) {
        self.storage = storage
        self.ahead = ahead
        guard length != 0 else {
            throw AudioFileError(.empty, detail: "no bytes")
        }
        guard skipWhatIsNoSound() else {
            throw AudioFileError(.notAudio, detail: "too many tags or zeros")
        }
        guard length != 0 else {
            throw AudioFileError(.empty, detail: "only tags or zeros")
        }
    }

    deinit {
        switch storage {
        case .file(let descriptor, _, _), .pipe(let descriptor): Glibc.close(descriptor)
        case .memory: break
        }
    }

    /// Nil if not known before the end.
    var length: Int? {
        switch storage {
        case .file(_, _, let length): min(max(0, length - base), limit ?? .max)
        case .memory(let bytes): min(max(0, bytes.count - base), limit ?? .max)
        case .pipe: nil
        }
    }

    /// For a pipe, what was read so far.
    var count: Int {
        length ?? position
    }

    /// Waits if the source is a pipe. Returns 0 at the end.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let offset = position
        let got: Int
        if case .pipe(let descriptor) = storage {
            if ahead.isEmpty {
                ahead = Self.receive(descriptor, count: room.count)
            }
            let bytes = ahead.prefix(room.count)
            room.copyBytes(from: bytes)
            got = bytes.count
            ahead.removeFirst(got)
            remember(bytes)
        } else {
            got = copy(at: offset, into: room)
        }
        position += got
        for patch in patches {
            for (index, byte) in patch.bytes.enumerated() where (offset..<offset + got).contains(patch.offset + index) {
                room[patch.offset + index - offset] = byte
            }
        }
        return got
    }

    /// False for a pipe.
    func seek(to offset: Int) -> Bool {
        guard let length, offset >= 0, offset <= length else {
            return false
        }
        position = offset
        return true
    }

    /// Drops everything before an offset; later offsets are counted from there. False for a pipe.
    func begin(at offset: Int) -> Bool {
        limit = nil
        guard let length, (1..<max(length, 2)).contains(offset) else {
            return false
        }
        base += offset
        position = 0
        patches = []
        return skipWhatIsNoSound()
    }

    /// The original bytes at an offset; fewer than `count` at the end. For a pipe, only the first bytes and the last
    /// ones read so far are available.
    func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else {
            return []
        }
        if case .pipe = storage {
            if offset + count <= head.count || position <= head.count {
                return Array(head.dropFirst(offset).prefix(count))
            }
            let first = position - tail.count
            return offset < first ? [] : Array(tail.dropFirst(offset - first).prefix(count))
        }
        var room = [UInt8](repeating: 0, count: min(count, max(0, (length ?? 0) - offset)))
        let got = room.withUnsafeMutableBytes { copy(at: offset, into: $0) }
        return Array(room.prefix(got))
    }

    func apply(_ patches: [Patch], end: Int?) {
        self.patches = patches
        limit = end
    }

    // MARK: Reading

    private func copy(at offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, max(0, (length ?? 0) - offset))
        guard count > 0, let target = room.baseAddress else {
            return 0
        }
        switch storage {
        case .memory(let bytes):
            room.copyBytes(from: bytes[(base + offset)..<(base + offset + count)])
            return count
        case .file(let descriptor, let start, _):
            let got = pread(descriptor, target, count, off_t(start + base + offset))
            hasFailed = hasFailed || got < 0
            return max(0, got)
        case .pipe:
            return 0
        }
    }

    private func remember(_ bytes: ArraySlice<UInt8>) {
        head += bytes.prefix(max(0, Self.kept - head.count))
        tail += bytes
        if tail.count > 2 * Self.kept {
            tail.removeFirst(tail.count - Self.kept)
        }
    }

    /// Returns at least `least` and at most `count` bytes, or fewer than `least` at the end of the pipe.
    static func receive(_ descriptor: Int32, count: Int, atLeast least: Int = 1) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < least {
            let got = bytes.withUnsafeMutableBytes { room in
                Glibc.read(descriptor, room.baseAddress.map { $0 + filled }, room.count - filled)
            }
            if got < 0, errno == EAGAIN {
                // Whoever opened the pipe does not want to wait in `read`.
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
            } else if got <= 0, got == 0 || errno != EINTR {
                break
            }
            filled += max(0, got)
        }
        return Array(bytes.prefix(filled))
    }

    // MARK: Data that is no audio

    /// The next offset that is not in a hole of a sparse file, or nil if there is none.
    func data(from offset: Int) -> Int? {
        guard case .file(let descriptor, let start, _) = storage else {
            return offset
        }
        // The descriptor of standard input may share its position with other programs.
        let before = lseek(descriptor, 0, SEEK_CUR)
        defer { lseek(descriptor, before, SEEK_SET) }
        let found = lseek(descriptor, off_t(start + base + offset), Self.seekData)
        guard found >= 0 else {
            return errno == ENXIO ? nil : offset
        }
        return max(offset, Int(found) - start - base)
    }

    /// The end of the tags at an offset. Where files were joined, the tags of the next one stand between the audio.
    func tagEnd(from offset: Int) -> Int {
        var end = offset
        var tags = 0
        while tags < Self.mostTags, let size = Self.tagLength(bytes(at: end, 32)) {
            end += size
            tags += 1
        }
        return end
    }

    func firstTag(in range: Range<Int>) -> Int? {
        let content = bytes(at: range.lowerBound, range.count)
        return content.indices.first { Self.tagLength(content[$0...].prefix(32)) != nil }
            .map { range.lowerBound + $0 }
    }

    private func skipWhatIsNoSound() -> Bool {
        var (tags, zeros) = (0, 0)
        while tags <= Self.mostTags, zeros <= Self.mostZeros {
            if let size = Self.tagLength(peek(32)) {
                tags += 1
                guard skip(size) else {
                    return true
                }
            } else if let skipped = skipZeros() {
                zeros += skipped
            } else {
                return true
            }
        }
        return false
    }

    /// ID3v2 begins with "ID3", version, flags, and the length in four bytes of seven bits (id3.org, "ID3 tag version
    /// 2.4.0"); ID3v1 has 128 bytes; APEv2 states its length without the header, the least significant byte first.
    private static func tagLength(_ first: some Collection<UInt8>) -> Int? {
        let bytes = Array(first)
        if bytes.count >= 10, bytes.starts(with: "ID3".utf8), bytes[6..<10].allSatisfy({ $0 < 0x80 }) {
            let hasFooter = bytes[5] & 0x10 != 0
            return bytes[6..<10].reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? 20 : 10)
        }
        if bytes.count >= 16, bytes.starts(with: "APETAGEX".utf8) {
            return bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) } + 32
        }
        return bytes.starts(with: "TAG".utf8) ? 128 : nil
    }

    /// Returns the number of bytes read for that, or nil if there are fewer than 16 zeros.
    private func skipZeros() -> Int? {
        // Four zeros may be the start of MP4.
        let first = peek(16)
        guard first.count == 16, first.allSatisfy({ $0 == 0 }) else {
            return nil
        }
        if let length, case let hole = data(from: 0) ?? length, hole > 0 {
            _ = skip(hole)
            return 0
        }
        let zeros = peek(4096).prefix { $0 == 0 }.count
        _ = skip(zeros)
        return zeros
    }

    private func peek(_ count: Int) -> [UInt8] {
        guard case .pipe(let descriptor) = storage else {
            return bytes(at: 0, count)
        }
        if ahead.count < count {
            let missing = count - ahead.count
            ahead += Self.receive(descriptor, count: missing, atLeast: missing)
        }
        return Array(ahead.prefix(count))
    }

    private func skip(_ count: Int) -> Bool {
        guard case .pipe(let descriptor) = storage else {
            base += count
            return (length ?? 0) > 0
        }
        var left = count
        while left > 0 {
            if ahead.isEmpty {
                ahead = Self.receive(descriptor, count: 65_536)
            }
            guard !ahead.isEmpty else {
                return false
            }
            let step = min(left, ahead.count)
            ahead.removeFirst(step)
            left -= step
        }
        return true
    }
}
