import ParlandoCore

/// An open recording of any format, or a chain of them, one behind the other in the same file, as radio stations send
/// them and as `cat` joins them. For one thread at a time.
///
/// FFmpeg reads joined MP3 and FLAC by itself. It does not look behind the end that a header of WAV or AIFF tells of, and
/// loses a part of some chains of Ogg: of these each recording is opened by itself, where it begins.
final class SoundFile {
    /// Decoders add and take away some silence at both ends, in seconds.
    private static let slack = 0.3
    /// The greatest number of bytes that may be left over at the end, where nothing is missing.
    private static let mostLeftOver = 65_536

    /// How long it lasts, in seconds, as its header says; 0 when it does not know.
    let seconds: Double
    /// Of the first run.
    let format: SoundFormat
    /// Whether the length in a header is wrong, and all there is is read all the same.
    private(set) var isHeaderWrong = false
    /// Seconds that were read.
    private(set) var heard = 0.0

    private let source: SoundBytes
    private let stop: StopFlag
    private var header: SoundHeader?
    private var container: SoundContainer
    private var first: SoundRun?
    /// Seconds that were read of the recordings before this one of the chain.
    private var heardBefore = 0.0

    /// Throws `missing`, `denied`, `empty` or `notAudio`. A pipe is waited for, until `stop` is set.
    convenience init(_ location: SoundLocation, stop: StopFlag = StopFlag()) throws(AudioFileError) {
        try self.init(try SoundBytes(location, stop: stop), stop: stop)
    }

    /// Sound in memory. Throws `empty` or `notAudio`.
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

    /// The next run of frames; nil when there are no more. In a chain each recording has a format of its own.
    func read() -> SoundRun? {
        var run = first ?? container.read()
        first = nil
        while run == nil, openNext() {
            run = container.read()
        }
        heard += run?.seconds ?? 0
        return run
    }

    /// Whether it can only be read forward, as its bytes come.
    var isPipe: Bool {
        source.length == nil
    }

    /// At the end: whether there should have been more.
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

    /// Opens the next recording of a chain; answers whether there is one.
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
