/// Port: decodes audio files to blocks of the same form as captured sound.
public protocol AudioFileReader: Sendable {
    /// Opens a file and decodes it to mono blocks at `AudioBlock.sampleRate`. Blocks are decoded on demand, so that a
    /// long file is never in memory as a whole. Throws `AudioFileError`. Does not block a thread of Swift's cooperative
    /// thread pool.
    ///
    /// - Parameter seconds: duration of each block except the last, in seconds.
    func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile
}

/// An audio file that has been opened for decoding.
public struct AudioFile: Sendable {
    /// Duration in seconds according to the header; 0 if the header gives none.
    public let seconds: Double
    /// Number of channels at the beginning of the file. Later parts of the file may have another number.
    public let channels: Int
    /// The decoded blocks. If part of the sound is missing, the stream delivers all blocks that could be decoded and
    /// then throws an `AudioFileError`.
    public let blocks: AsyncThrowingStream<AudioBlock, any Error>

    private let reporting: @Sendable () async -> AudioFileReport

    /// Creates an opened audio file.
    ///
    /// - Parameter report: returns the findings about the file; called after the last block.
    public init(
        seconds: Double, channels: Int = 1, blocks: AsyncThrowingStream<AudioBlock, any Error>,
        report: @escaping @Sendable () async -> AudioFileReport = { AudioFileReport() }
    ) {
        self.seconds = seconds
        self.channels = channels
        self.blocks = blocks
        reporting = report
    }

    /// Returns the findings about the file. The findings are complete once the stream of blocks has ended.
    public func report() async -> AudioFileReport {
        await reporting()
    }
}

/// Findings about an audio file that was read to its end.
public struct AudioFileReport: Sendable, Equatable {
    /// Irregularities of the file that the user should know about, although no sound is missing.
    public var remarks: [AudioFileRemark]
    /// RMS level of the loudest 20 ms of the recording in dBFS; nil if every sample is 0.
    public var loudest: Double?

    public init(remarks: [AudioFileRemark] = [], loudest: Double? = nil) {
        self.remarks = remarks
        self.loudest = loudest
    }
}

/// An irregularity of an audio file that the user should know about.
public enum AudioFileRemark: Sendable, Equatable {
    /// The header gives a wrong length. All sound in the file was read.
    case headerWrong
    /// The channels carry different speech at the same time and were mixed.
    case channelsMixed
    /// The file's time stamps jump further than is plausible, at this time in seconds. The sound after the jump follows
    /// without a gap.
    case clockJumps(at: Double)
}

/// A place of an audio file that could not be read. As much silence stands in its place.
public struct LostSound: Sendable, Equatable, Codable {
    /// Start in seconds from the beginning of the file.
    public let start: Double
    /// End in seconds from the beginning of the file. Equals the start if the duration of what is missing is unknown.
    public let end: Double
    /// Whether nothing between the start and the end could be read; otherwise parts of it could.
    public let isWhole: Bool

    public init(start: Double, end: Double, isWhole: Bool) {
        self.start = start
        self.end = end
        self.isWhole = isWhole
    }
}

/// Selects the channels of a recording that are decoded.
public enum ChannelChoice: Sendable, Equatable {
    /// All channels, mixed to mono.
    case mix
    /// A single channel, counted from 0. If the recording has no such channel, the result is silence.
    case only(Int)
}

/// An error while reading an audio file.
public struct AudioFileError: Error, Sendable, Equatable, Codable {
    /// Cause of an `AudioFileError`.
    public enum Kind: String, Sendable, Equatable, Codable {
        case missing
        case denied
        /// The file has no audio in a supported format.
        case notAudio
        case empty
        /// Part of the sound is missing: in the middle, or at the end.
        case truncated
        /// The file decodes to more sound than fits in memory at once.
        case tooLong
        /// The program `parlando-decoder`, a part of Parlando, is missing or cannot be run.
        case incomplete
    }

    /// Cause of the error.
    public let kind: Kind
    /// Duration of the sound that was read from a file that ends early, in seconds; nil if unknown, or if the file does
    /// not end early.
    public let heard: Double?
    /// Places in the middle of a truncated file that could not be read, in order.
    public let lost: [LostSound]
    /// Details for the log. Never contains anything the user said.
    public let detail: String

    public init(_ kind: Kind, heard: Double? = nil, lost: [LostSound] = [], detail: String = "") {
        self.kind = kind
        self.heard = heard
        self.lost = lost
        self.detail = detail
    }
}
