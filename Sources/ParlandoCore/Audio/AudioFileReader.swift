/// Port: sound from a file, as the microphone would give it.
public protocol AudioFileReader: Sendable {
    /// The blocks of a file, mono at `AudioBlock.sampleRate`, read as they are asked for: a long file is never whole in
    /// memory. Throws `AudioFileError`.
    func blocks(of path: String, seconds: Double) throws(AudioFileError) -> AudioFile
}

/// An opened sound file.
public struct AudioFile: Sendable {
    /// How long it lasts, in seconds, as its header says.
    public let seconds: Double
    public let blocks: AsyncThrowingStream<AudioBlock, any Error>

    public init(seconds: Double, blocks: AsyncThrowingStream<AudioBlock, any Error>) {
        self.seconds = seconds
        self.blocks = blocks
    }
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
    }

    /// What is wrong.
    public let kind: Kind
    /// For the log; never anything a user said.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
