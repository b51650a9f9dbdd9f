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
    private var isHeaderWrong = false
    /// Duration read so far, in seconds.
    private var heard = 0.0

    private let source: SoundBytes
    private var header: SoundHeader?
    private var container: SoundContainer
    private var first: SoundRun?
    /// Duration read from the previous recordings of a chained file (several recordings in succession), in seconds.
    private var heardBefore = 0.0
    /// Places in the previous recordings that could not be read.
    private var lostBefore: [LostSound] = []
    /// Time in the previous recordings where the clock jumps, or nil.
    private var jumpBefore: Double?

    /// Opens a recording. Throws `empty` or `notAudio`.
    init(_ source: SoundBytes) throws(AudioFileError) {
        self.source = source
        header = Self.correct(source)
        isHeaderWrong = header?.isWrong ?? false
        guard header?.isEmpty != true else {
            throw AudioFileError(.empty, detail: "no bytes of sound")
        }
        container = try SoundContainer(source)
        guard let run = container.read() else {
            throw AudioFileError(container.isEmpty ? .empty : .notAudio, detail: "\(container.name): no frames")
        }
        first = run
        format = run.format
        seconds = container.seconds
    }

    /// Findings about the recording. Valid only after everything has been read.
    var report: DecoderReport {
        DecoderReport(isHeaderWrong: isHeaderWrong, clockJump: clockJump, loss: loss)
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
    private var isPipe: Bool {
        source.length == nil
    }

    /// Error that states which audio is missing, or nil if all was read. Valid only after everything has been read.
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

    /// Time of the first place where the clock of the recording jumps further than is plausible, in seconds; nil if
    /// there is none.
    private var clockJump: Double? {
        jumpBefore ?? container.clockJump.map { $0 + heardBefore }
    }

    private var lostSoFar: [LostSound] {
        let lost = container.lost.map { place in
            LostSound(start: place.start + heardBefore, end: place.end + heardBefore, isWhole: place.isWhole)
        }
        return (lostBefore + lost).sorted { $0.start < $1.start }
    }

    /// Whether audio is missing at the end.
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
            let isEstimated = container.hasUncertainLoss && !container.lost.isEmpty
            return container.isLengthCounted && !isEstimated && container.seconds - (heard - heardBefore) > slack
        default: return container.hasFailed && source.count - source.position > Self.mostLeftOver
        }
    }

    /// Opens the next recording of a chained file. Returns whether there is one.
    private func openNext() -> Bool {
        while !isPipe, let offset = header?.next, source.begin(at: offset) {
            header = Self.correct(source)
            isHeaderWrong = isHeaderWrong || header?.isWrong ?? false
            guard let next = try? SoundContainer(source) else {
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
