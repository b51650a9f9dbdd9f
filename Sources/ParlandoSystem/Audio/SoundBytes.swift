import Glibc
import ParlandoCore

/// Bytes of a recording from a file, from memory, or from a pipe, which can only be read forwards. Not thread-safe.
///
/// Data before the audio that belongs to no audio format is skipped: ID3v2 tags (often megabytes of pictures), and
/// zeros left by a broken download or a recorder.
final class SoundBytes {
    /// Bytes to read in place of the original ones, to correct a wrong header.
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
    private static let mostZeros = 1 << 20
    /// Interval at which a wait for bytes checks the stop flag, in milliseconds.
    private static let patience: Int32 = 50

    private let storage: Storage
    private let stop: StopFlag
    /// Offset of the audio after tags and zeros, in bytes.
    private var base = 0
    /// Offset of the next byte to read, relative to `base`.
    private(set) var position = 0
    /// Number of bytes that belong to this recording, or nil if all do.
    private var limit: Int?
    /// Bytes already read from a pipe, which the next reads return first.
    private var ahead: [UInt8] = []
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private(set) var patches: [Patch] = []
    /// Whether reading has failed, for example because a disk was removed.
    private(set) var hasFailed = false

    /// Opens a file or a pipe. Throws `missing`, `denied`, `empty` or `notAudio`.
    init(_ location: SoundLocation, stop: StopFlag) throws(AudioFileError) {
        let opened = try SoundDescriptor.open(location)
        self.stop = stop
        switch opened.length {
        case .some(let length): storage = .file(opened.descriptor, start: opened.start, length: length)
        case .none:
            let first = Self.wait(for: opened.descriptor, count: 8, atLeast: 8, stop)
            guard SoundDescriptor.needsSeeking(first) else {
                storage = .pipe(opened.descriptor)
                ahead = first
                break
            }
            guard let finished = Self.spool(opened.descriptor, behind: first, stop) else {
                throw AudioFileError(.notAudio, detail: "no room to keep what comes through a pipe")
            }
            storage = .file(finished.descriptor, start: 0, length: finished.length)
        }
        skipWhatIsNoSound()
    }

    /// Copies everything from a pipe to disk, into an unlinked temporary file, and closes the pipe.
    ///
    /// - Parameter first: bytes already read from the pipe.
    /// - Returns: the file's descriptor, which the caller owns, and its length; nil if the disk is full.
    static func spool(_ pipe: Int32, behind first: [UInt8] = [], _ stop: StopFlag) -> (descriptor: Int32, length: Int)?
    {
        defer { Glibc.close(pipe) }
        let spool = SpoolFile(first: first)
        while case let more = wait(for: pipe, count: 65_536, stop), !more.isEmpty {
            spool?.append(more)
        }
        return spool?.finish()
    }

    /// Reads audio from memory. Throws `empty`.
    init(_ bytes: [UInt8]) throws(AudioFileError) {
        guard !bytes.isEmpty else {
            throw AudioFileError(.empty, detail: "no bytes")
        }
        storage = .memory(bytes)
        stop = StopFlag()
        skipWhatIsNoSound()
    }

    deinit {
        switch storage {
        case .file(let descriptor, _, _), .pipe(let descriptor): Glibc.close(descriptor)
        case .memory: break
        }
    }

    /// Number of bytes, or nil if it is not known before the end.
    var length: Int? {
        switch storage {
        case .file(_, _, let length): min(max(0, length - base), limit ?? .max)
        case .memory(let bytes): min(max(0, bytes.count - base), limit ?? .max)
        case .pipe: nil
        }
    }

    /// Number of bytes; for a pipe, the number read so far.
    var count: Int {
        length ?? position
    }

    /// Reads the next bytes. Waits if the source is a pipe.
    ///
    /// - Returns: number of bytes read; 0 at the end.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let offset = position
        let got: Int
        if case .pipe(let descriptor) = storage {
            if ahead.isEmpty {
                ahead = Self.wait(for: descriptor, count: room.count, stop)
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

    /// Moves to an offset in bytes. Returns false if the offset is outside the recording, or if the source is a pipe.
    func seek(to offset: Int) -> Bool {
        guard let length, offset >= 0, offset <= length else {
            return false
        }
        position = offset
        return true
    }

    /// Drops everything before an offset; later offsets are counted from there. Returns false if the offset is outside
    /// the recording, or if the source is a pipe.
    func begin(at offset: Int) -> Bool {
        limit = nil
        guard let length, (1..<max(length, 2)).contains(offset) else {
            return false
        }
        base += offset
        position = 0
        patches = []
        skipWhatIsNoSound()
        return true
    }

    /// Returns the original bytes at an offset without changing the position; fewer than `count` at the end. For a
    /// pipe, only the first bytes and the last ones read so far are available.
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

    /// Sets the corrections of the header, and the offset at which the recording ends. Nothing after the end is read;
    /// nil means no limit.
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

    /// Waits for bytes from a pipe. Returns at least `least` and at most `count` bytes, or fewer than `least` at the
    /// end of the pipe or when the stop flag is set.
    private static func wait(for descriptor: Int32, count: Int, atLeast least: Int = 1, _ stop: StopFlag) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(count, least))
        var filled = 0
        while !stop.isSet, filled < least {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, patience) > 0 else {
                continue
            }
            let got = bytes.withUnsafeMutableBytes { room in
                Glibc.read(descriptor, room.baseAddress.map { $0 + filled }, room.count - filled)
            }
            guard got > 0 || got < 0 && (errno == EINTR || errno == EAGAIN) else {
                break
            }
            filled += max(0, got)
        }
        return Array(bytes.prefix(filled))
    }

    // MARK: Data before the audio

    private func skipWhatIsNoSound() {
        var isMore = true
        while isMore {
            let first = peek(10)
            if let size = Self.tagLength(first) {
                isMore = skip(size)
            } else {
                isMore = skipZeros()
            }
        }
    }

    /// Returns the length of an ID3v2 tag in bytes, or nil if there is none. A tag begins with "ID3", version, flags,
    /// and the length in four bytes of seven bits (id3.org, "ID3 tag version 2.4.0").
    private static func tagLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count == 10, bytes.starts(with: "ID3".utf8), bytes[6...].allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let hasFooter = bytes[5] & 0x10 != 0
        return bytes[6...].reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? 20 : 10)
    }

    /// Skips a run of at least 16 zero bytes. Returns whether there was one.
    private func skipZeros() -> Bool {
        var skipped = 0
        while skipped < Self.mostZeros {
            let piece = peek(skipped == 0 ? 16 : 4096)
            let zeros = piece.prefix { $0 == 0 }.count
            // Four zeros may be the start of a format: MP4 begins with a length.
            guard zeros >= 16, skip(zeros) else {
                break
            }
            skipped += zeros
            guard zeros == piece.count else {
                break
            }
        }
        return skipped > 0
    }

    private func peek(_ count: Int) -> [UInt8] {
        guard case .pipe(let descriptor) = storage else {
            return bytes(at: 0, count)
        }
        if ahead.count < count {
            let missing = count - ahead.count
            ahead += Self.wait(for: descriptor, count: missing, atLeast: missing, stop)
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
                ahead = Self.wait(for: descriptor, count: 65_536, stop)
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
