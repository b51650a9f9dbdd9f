import ParlandoCore

/// Open recording of any format. A chained file has several recordings in succession, as in chained Ogg streams of
/// radio stations or files joined with `cat`. Not thread-safe.
///
/// FFmpeg reads concatenated MP3 and FLAC without help. It ignores what follows the end stated in a WAV or AIFF header,
/// and loses parts of some chained Ogg files, so in these formats each recording is opened separately at its offset.
final class SoundFile {
    /// Tolerance for the silence that decoders add or remove at both ends, in seconds.
    private static let slack = 0.3
    /// Maximum number of bytes that may remain unread at the end of a file. If more remain, the file counts as
    /// truncated.
    private static let mostLeftOver = 65_536

    /// Duration in seconds according to the header, or 0 if it is unknown.
    let seconds: Double
    /// Sample rate and channels at the start of the recording. Each `SoundRun` states its own, which may differ.
    let format: SoundFormat
    /// Whether a header states a wrong length. All audio is read nevertheless.
    private(set) var isHeaderWrong = false
    /// Duration read so far, in seconds.
    private(set) var heard = 0.0

    private let source: SoundBytes
    private let stop: StopFlag
    private var header: SoundHeader?
    private var container: SoundContainer
    private var first: SoundRun?
    /// Duration read from the previous recordings of a chained file (several recordings in succession), in seconds.
    private var heardBefore = 0.0

    /// Opens a recording. Throws `missing`, `denied`, `empty` or `notAudio`. Waits for the first bytes of a pipe until
    /// `stop` is set.
    convenience init(_ location: SoundLocation, stop: StopFlag = StopFlag()) throws(AudioFileError) {
        try self.init(try SoundBytes(location, stop: stop), stop: stop)
    }

    /// Opens audio in memory. Throws `empty` or `notAudio`.
    convenience init(bytes: [UInt8]) throws(AudioFileError) {
        try self.init(try SoundBytes(bytes), stop: StopFlag())
    }

    private init(_ source: SoundBytes, stop: StopFlag) throws(AudioFileError) {
        self.source = source
        self.stop = stop
        header = Self.correct(source)
        isHeaderWrong = header?.isWrong ?? false
        guard header?.isEmpty != true else {
            throw AudioFileError(.empty, detail: "no bytes of sound")
        }
        container = try SoundContainer(source, stop: stop)
        guard let run = container.read() else {
            throw AudioFileError(container.isEmpty ? .empty : .notAudio, detail: "\(container.name): no frames")
        }
        first = run
        format = run.format
        seconds = container.seconds
    }

    /// Returns the next run of frames, or nil if there are no more. In a chained file, such as chained Ogg, each
    /// recording has its own format.
    func read() -> SoundRun? {
        var run = first ?? container.read()
        first = nil
        while run == nil, openNext() {
            run = container.read()
        }
        heard += run?.seconds ?? 0
        return run
    }

    /// Whether the source is a pipe, which can only be read forwards.
    var isPipe: Bool {
        source.length == nil
    }

    /// Whether audio is missing at the end. Valid only after everything has been read.
    var isTruncated: Bool {
        guard !stop.isSet else {
            return false
        }
        let known = header ?? SoundHeader(of: source, length: source.count)
        if source.hasFailed || known?.isTruncated ?? false {
            return true
        }
        switch container.name {
        case "ogg": return !OggPages.areEnded(source)
        case "flac", "mp3", "tta", "wv", "ape":
            let slack = container.name == "flac" ? 0.001 : Self.slack
            return container.isLengthCounted && container.seconds - (heard - heardBefore) > slack
        default: return container.hasFailed && source.count - source.position > Self.mostLeftOver
        }
    }

    /// Opens the next recording of a chained file. Returns whether there is one.
    private func openNext() -> Bool {
        guard !stop.isSet, !isPipe, let offset = header?.next, source.begin(at: offset) else {
            return false
        }
        let header = Self.correct(source)
        guard let next = try? SoundContainer(source, stop: stop) else {
            return false
        }
        (self.header, container, heardBefore) = (header, next, heard)
        isHeaderWrong = isHeaderWrong || header?.isWrong ?? false
        return true
    }

    private static func correct(_ source: SoundBytes) -> SoundHeader? {
        let header = source.length.flatMap { SoundHeader(of: source, length: $0) }
        source.apply(header?.patches ?? [], end: header?.end)
        return header
    }
}
