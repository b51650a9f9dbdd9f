/// Port: sound from a file, as the microphone would give it.
public protocol AudioFileReader: Sendable {
    /// The blocks of a file, mono at `AudioBlock.sampleRate`, read as they are asked for: a long file is never whole in
    /// memory. Throws `AudioFileError`. Blocks no thread of the shared pool.
    func blocks(of path: String, seconds: Double) async throws(AudioFileError) -> AudioFile
}

/// An opened sound file.
public struct AudioFile: Sendable {
    /// How long it lasts, in seconds, as its header says; 0 when it does not know.
    public let seconds: Double
    /// How many channels it has, at its beginning.
    public let channels: Int
    /// Ends with `AudioFileError` when a part of the sound is missing; all there is comes before.
    public let blocks: AsyncThrowingStream<AudioBlock, any Error>

    private let reporting: @Sendable () async -> AudioFileReport

    /// - Parameter report: tells what there is to say of the file; asked after the blocks.
    public init(
        seconds: Double, channels: Int = 1, blocks: AsyncThrowingStream<AudioBlock, any Error>,
        report: @escaping @Sendable () async -> AudioFileReport = { AudioFileReport() }
    ) {
        self.seconds = seconds
        self.channels = channels
        self.blocks = blocks
        reporting = report
    }

    /// What there is to say of the file, once its blocks have ended.
    public func report() async -> AudioFileReport {
        await reporting()
    }
}

/// What reading a recording to its end has shown.
public struct AudioFileReport: Sendable, Equatable {
    /// What its owner should know, though no sound is missing.
    public var remarks: [AudioFileRemark]
    /// The loudest 20 ms as they were recorded, root mean square in dBFS; nil: every sample is 0.
    public var loudest: Double?

    public init(remarks: [AudioFileRemark] = [], loudest: Double? = nil) {
        self.remarks = remarks
        self.loudest = loudest
    }
}

/// Something about a recording that its owner should know.
public enum AudioFileRemark: Sendable, Equatable {
    /// Its header tells a wrong length. All sound that is there was read.
    case headerWrong
    /// Its channels hold different speech at the same time, and were mixed.
    case channelsMixed
}

/// What is heard of a recording with several channels.
public enum ChannelChoice: Sendable, Equatable {
    /// All of them as one.
    case mix
    /// One by itself, counted from 0. Silence where a recording has fewer.
    case only(Int)
}

/// Why a file gives no sound.
public struct AudioFileError: Error, Sendable, Equatable {
    /// What is wrong, as far as a sentence for people needs to know.
    public enum Kind: Sendable, Equatable {
        case missing
        case denied
        /// It holds no sound in a format that can be read.
        case notAudio
        case empty
        /// The sound ends before the header says it does.
        case truncated
        /// More sound than can be held at once.
        case tooLong
    }

    /// What is wrong.
    public let kind: Kind
    /// Of a file that is truncated: the seconds of sound that were read; nil: not known.
    public let heard: Double?
    /// For the log; never anything a user said.
    public let detail: String

    public init(_ kind: Kind, heard: Double? = nil, detail: String = "") {
        self.kind = kind
        self.heard = heard
        self.detail = detail
    }
}
