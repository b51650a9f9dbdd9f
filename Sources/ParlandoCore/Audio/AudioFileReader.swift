/// Port: decodes audio files to blocks like those of a microphone.
public protocol AudioFileReader: Sendable {
    /// Opens a file. Its blocks are decoded on demand, so it is never in memory as a whole. Does not block the shared
    /// pool.
    ///
    /// - Parameters:
    ///   - seconds: duration of each block except the last.
    ///   - track: counted from 0; nil for the one that the file prefers.
    func blocks(of path: String, seconds: Double, track: Int?) async throws(AudioFileError) -> AudioFile
}

extension AudioFileReader {
    public func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile {
        try await blocks(of: path, seconds: seconds, track: nil)
    }
}

/// The audio tracks of a file, of which one is read.
public struct AudioTracks: Sendable, Equatable, Codable {
    /// Their languages and titles as the file states them, not yet safe to show; empty where it states none.
    public let names: [String]
    /// Index of the track, from 0.
    public let chosen: Int

    public init(_ names: [String] = [""], chosen: Int = 0) {
        self.names = names
        self.chosen = chosen
    }
}

/// An audio file that has been opened.
public struct AudioFile: Sendable {
    /// Duration according to the header; 0 if it has none.
    public let seconds: Double
    /// Number of channels at the beginning. It may change later.
    public let channels: Int
    public let tracks: AudioTracks
    /// If sound is missing, all that could be decoded comes first; then an `AudioFileError` is thrown.
    public let blocks: AsyncThrowingStream<AudioBlock, any Error>

    private let reporting: @Sendable () async -> AudioFileReport

    /// - Parameter report: called after the last block.
    public init(
        seconds: Double, channels: Int = 1, tracks: AudioTracks = AudioTracks(),
        blocks: AsyncThrowingStream<AudioBlock, any Error>,
        report: @escaping @Sendable () async -> AudioFileReport = { AudioFileReport() }
    ) {
        self.seconds = seconds
        self.channels = channels
        self.tracks = tracks
        self.blocks = blocks
        reporting = report
    }

    /// The findings, which are complete once the blocks have ended.
    public func report() async -> AudioFileReport {
        await reporting()
    }
}

/// Findings about a file that was read to its end.
public struct AudioFileReport: Sendable, Equatable {
    /// Remarks for the user, although no sound is missing.
    public var remarks: [AudioFileRemark]
    /// RMS level of the loudest 20 ms in dBFS; nil if every sample is 0.
    public var loudest: Double?

    public init(remarks: [AudioFileRemark] = [], loudest: Double? = nil) {
        self.remarks = remarks
        self.loudest = loudest
    }
}

public enum AudioFileRemark: Sendable, Equatable {
    /// The header gives a wrong length. All sound was read.
    case headerWrong
    /// The channels hold different speech at the same time and were mixed.
    case channelsMixed
    /// Time stamps jump further than is plausible, at this time in seconds. The sound goes on without a gap.
    case clockJumps(at: Double)
}

/// A place that could not be read. As much silence stands there.
public struct LostSound: Sendable, Equatable, Codable {
    /// Seconds from the beginning of the file.
    public let start: Double
    /// Seconds from the beginning of the file; the start if the duration of what is missing is unknown.
    public let end: Double
    /// Whether nothing in between could be read.
    public let isWhole: Bool

    public init(start: Double, end: Double, isWhole: Bool) {
        self.start = start
        self.end = end
        self.isWhole = isWhole
    }
}

/// The channels to decode.
public enum ChannelChoice: Sendable, Equatable {
    /// All channels, mixed to mono.
    case mix
    /// One, counted from 0; silence if there is no such channel.
    case only(Int)
}

/// An error while reading an audio file.
public struct AudioFileError: Error, Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Equatable, Codable {
        case missing
        case denied
        case isFolder
        /// Nothing in a supported format.
        case notAudio
        /// A text or picture.
        case isDocument
        case noAudioTrack
        /// The file has other audio tracks.
        case trackMissing
        /// The index of an MP4 file, which it gets at its end, is missing or damaged.
        case unfinished
        case encrypted
        case empty
        /// Sound is missing in the middle or at the end.
        case truncated
        /// More sound than fits in memory at once.
        case tooLong
        /// `parlando-decoder`, a part of Parlando, is missing or cannot be run.
        case incomplete
    }

    public let kind: Kind
    /// Seconds of sound that were read, if the file ends early.
    public let heard: Double?
    /// Places in the middle that could not be read, in order.
    public let lost: [LostSound]
    /// For the log. Never anything that the user said.
    public let detail: String

    public init(_ kind: Kind, heard: Double? = nil, lost: [LostSound] = [], detail: String = "") {
        self.kind = kind
        self.heard = heard
        self.lost = lost
        self.detail = detail
    }
}

/// Port: decodes audio files that are in memory.
public protocol SoundDecoder: Sendable {
    /// Decodes the formats of FFmpeg to mono. Throws `notAudio`, `empty` or `truncated`. Does not block the shared
    /// pool.
    func decode(_ bytes: [UInt8]) async throws(AudioFileError) -> SpokenSound
}

/// Port: saves sound as a file.
public protocol SoundSaver: Sendable {
    /// Writes 16-bit WAV atomically, over an existing file.
    func save(_ sound: SpokenSound, to path: String) async throws(TextSaveError)
}

/// First bytes of MP4 and related formats. What is needed to read their beginning may be at the end of the file.
public enum MP4Signature {
    /// Number of bytes that `begins` needs.
    public static let size = 8

    /// Whether a file with these first bytes has such a format.
    public static func begins(_ first: [UInt8]) -> Bool {
        first.count >= size
            && ["ftyp", "mdat", "wide", "free", "moov"].contains(String(decoding: first[4..<size], as: UTF8.self))
    }
}
