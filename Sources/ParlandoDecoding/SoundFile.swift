import ParlandoCore

/// Open recording of any format. A chained file has several recordings in succession. Not thread-safe.
///
/// FFmpeg reads concatenated MP3 and FLAC without help. It ignores what follows the stated end of WAV or AIFF, and
/// loses parts of some chained Ogg files, so these recordings are opened separately.
final class SoundFile {
    /// For the silence that decoders add or remove at both ends, in seconds.
    private static let slack = 0.3
    /// If more bytes remain unread at the end, the file counts as truncated.
    private static let mostLeftOver = 65_536

    /// According to the header, or 0 if it is unknown.
    let seconds: Double
    /// Format at the start of the recording. Each `SoundRun` states its own.
    let format: SoundFormat
    private var isHeaderWrong = false
    /// In seconds.
    private var heard = 0.0

    private let source: SoundBytes
    private let track: Int?
    private var header: SoundHeader?
    private var container: SoundContainer
    private var first: SoundRun?
    private var heardBefore = 0.0
    private var lostBefore: [LostSound] = []
    private var jumpBefore: Double?

    /// - Parameter track: counted from 0; nil for the one that the file prefers.
    init(_ source: SoundBytes, track: Int? = nil) throws(AudioFileError) {
        self.source = source
        self.track = track
        header = Self.correct(source)
        isHeaderWrong = header?.isWrong ?? false
        guard header?.isEmpty != true else {
            throw AudioFileError(.empty, detail: "no bytes of sound")
        }
        do throws(AudioFileError) {
            container = try SoundContainer(source, track: track)
        } catch {
            let isDocument = error.kind == .notAudio && ForeignContent.kind(of: source) == .isDocument
            throw AudioFileError(isDocument ? .isDocument : error.kind, detail: error.detail)
        }
        let run = container.read()
        guard let run, !container.demuxer.isEncrypted else {
            let guess = ForeignContent.kind(of: source) == .isDocument ? .isDocument : AudioFileError.Kind.notAudio
            let kind = container.demuxer.isEncrypted ? .encrypted : container.isEmpty ? .empty : guess
            throw AudioFileError(kind, detail: "\(container.name): no frames")
        }
        first = run
        format = run.format
        seconds = container.demuxer.seconds
    }

    var tracks: AudioTracks {
        container.demuxer.tracks
    }

    /// Valid only after everything has been read.
    var report: DecoderReport {
        DecoderReport(isHeaderWrong: isHeaderWrong, clockJump: clockJump, loss: loss)
    }

    func read() -> SoundRun? {
        var run = first ?? container.read()
        first = nil
        while run == nil, openNext() {
            run = container.read()
        }
        heard += run?.seconds ?? 0
        return run
    }

    /// States which audio is missing. Valid only after everything has been read.
    private var loss: AudioFileError? {
        let lost = lostSoFar
        guard isTruncated else {
            return lost.isEmpty ? nil : AudioFileError(.truncated, lost: lost)
        }
        if lost.isEmpty, container.hasUncertainLoss {
            // What is missing may belong to the damage, or to the end.
            return AudioFileError(.truncated)
        }
        return AudioFileError(.truncated, heard: heard, lost: lost.filter { $0.start < heard - Self.slack })
    }

    private var clockJump: Double? {
        jumpBefore ?? container.timeline.clockJump.map { $0 + heardBefore }
    }

    private var lostSoFar: [LostSound] {
        let lost = container.timeline.lost.map { place in
            LostSound(start: place.start + heardBefore, end: place.end + heardBefore, isWhole: place.isWhole)
        }
        return (lostBefore + lost).sorted { $0.start < $1.start }
    }

    private var isTruncated: Bool {
        let known = header ?? SoundHeader(of: source, length: source.count)
        if source.hasFailed || known?.isTruncated ?? false {
            return true
        }
        switch container.name {
        case "ogg": return !OggPages.areEnded(source)
        case "flac", "mp3", "tta", "wv", "ape":
            let slack = container.name == "flac" ? 0.001 : Self.slack
            // Where the duration of lost audio was estimated, it is not exact.
            let isEstimated = container.hasUncertainLoss && !container.timeline.lost.isEmpty
            let missing = container.demuxer.seconds - (heard - heardBefore)
            return container.demuxer.isLengthCounted && !isEstimated && missing > slack
        default: return container.demuxer.hasFailed && source.count - source.position > Self.mostLeftOver
        }
    }

    private func openNext() -> Bool {
        while source.length != nil, let offset = header?.next, source.begin(at: offset) {
            header = Self.correct(source)
            isHeaderWrong = isHeaderWrong || header?.isWrong ?? false
            guard let next = try? SoundContainer(source, track: track) else {
                lostBefore.append(LostSound(start: heard, end: heard, isWhole: true))
                continue
            }
            (lostBefore, jumpBefore) = (lostSoFar, clockJump)
            (container, heardBefore) = (next, heard)
            return true
        }
        return false
    }

    private static func correct(_ source: SoundBytes) -> SoundHeader? {
        let header = source.length.flatMap { SoundHeader(of: source, length: $0) }
        source.apply(header?.patches ?? [], end: header?.end)
        return header
    }
}

/// Tells why a file cannot be read that FFmpeg does not know.
enum ForeignContent {
    private static let signs = ["\u{89}PNG", "\u{FF}\u{D8}\u{FF}", "GIF8", "II*\0", "MM\0*", "%PDF"]
        .map { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
    /// Pictures in containers of sound.
    private static let brands: Set = ["WEBP", "heic", "heix", "mif1", "msf1", "avif", "avis"]
    private static let looked = 512

    static func kind(of source: SoundBytes) -> AudioFileError.Kind {
        let first = source.bytes(at: 0, looked)
        let isText = !first.isEmpty && first.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
        let isSigned = signs.contains { first.starts(with: $0) }
        if isText || isSigned || brands.contains(String(decoding: first.dropFirst(8).prefix(4), as: UTF8.self)) {
            return .isDocument
        }
        return MP4Signature.begins(first) ? .unfinished : .notAudio
    }
}

/// Reader for the pages of an Ogg file.
///
/// Source: RFC 3533. A page has a header of 27 bytes, the lengths of its segments, and the segments: 65,307 bytes at
/// most. Flags tell whether the page begins a stream (2) and whether it ends one (4).
enum OggPages {
    private static let name = Array("OggS".utf8)
    private static let longest = 65_307
    private static let header = 27
    /// With 255 segments, in bytes.
    private static let longestHeader = 27 + 255

    /// The first page that begins a stream after pages that do not.
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

    /// Whether the last page is complete and ends its stream. If not, the file was cut off.
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
