import Foundation

/// Message of `parlando-decoder`, which decodes a recording, to the program that started it: a head of five bytes
/// (kind, then the number of bytes that follow, little-endian), then these bytes.
public enum DecoderMessage: Sendable, Equatable {
    /// `seconds` is the duration according to the header; 0 if it is unknown.
    case opened(seconds: Double, tracks: AudioTracks = AudioTracks())
    /// Of all sound up to the next such message.
    case format(SoundFormat)
    /// Interleaved, shape `[frames × channels]`.
    case samples([Float])
    /// A place where the recording has nothing.
    case gap(frames: Int)
    case ended(DecoderReport)
    case failed(AudioFileError)

    public static let headSize = 5
    /// Maximum of bytes after the head.
    public static let mostBytes = 1 << 20
    public static let mostGap = 1_411_200
    private static let mostTracks = 256
    /// In bytes.
    private static let longestTrackName = 256
    /// Largest sample. There is room for floats scaled like 32-bit integers; more is damage, and its square could
    /// overflow.
    public static let loudest: Float = 1e12

    private enum Kind: UInt8 {
        case samples = 0
        case gap
        case text
    }

    private enum Text: Codable {
        case opened(seconds: Double, tracks: AudioTracks)
        case format(SoundFormat)
        case ended(DecoderReport)
        case failed(AudioFileError)
    }

    /// The message with its head.
    public var bytes: [UInt8] {
        switch self {
        case .samples(let samples): samples.withUnsafeBytes { Self.framed(.samples, $0) }
        case .gap(let frames): withUnsafeBytes(of: UInt32(clamping: frames).littleEndian) { Self.framed(.gap, $0) }
        case .opened(let seconds, let tracks): Self.framed(.opened(seconds: seconds, tracks: tracks))
        case .format(let format): Self.framed(.format(format))
        case .ended(let report): Self.framed(.ended(report))
        case .failed(let error): Self.framed(.failed(error))
        }
    }

    private static func framed(_ text: Text) -> [UInt8] {
        framed(.text, (try? JSONEncoder().encode(text)) ?? Data())
    }

    private static func framed(_ kind: Kind, _ body: some Collection<UInt8>) -> [UInt8] {
        [kind.rawValue] + withUnsafeBytes(of: UInt32(clamping: body.count).littleEndian) { Array($0) } + body
    }

    /// The number of bytes after a head; nil if it is none.
    public static func size(after head: [UInt8]) -> Int? {
        guard head.count == headSize, let kind = head.first, Kind(rawValue: kind) != nil else {
            return nil
        }
        let size = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        return size <= mostBytes ? size : nil
    }

    /// Whoever made the recording may have taken over the process, so every number is checked. Nil if the message is
    /// not valid.
    public init?(head: [UInt8], body: [UInt8]) {
        guard Self.size(after: head) == body.count, let kind = head.first.flatMap(Kind.init) else {
            return nil
        }
        switch kind {
        case .samples:
            guard !body.isEmpty, body.count.isMultiple(of: MemoryLayout<Float>.size) else {
                return nil
            }
            var samples = [Float](repeating: 0, count: body.count / MemoryLayout<Float>.size)
            samples.withUnsafeMutableBytes { $0.copyBytes(from: body) }
            for index in samples.indices where !(abs(samples[index]) <= Self.loudest) {
                samples[index] = samples[index].bounded(by: Self.loudest)
            }
            self = .samples(samples)
        case .gap:
            let frames = body.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard body.count == 4, (1...Self.mostGap).contains(frames) else {
                return nil
            }
            self = .gap(frames: frames)
        case .text:
            guard let text = try? OutsideJSON.decode(Text.self, from: Data(body)) else {
                return nil
            }
            switch text {
            case .opened(let seconds, let tracks):
                guard tracks.names.count <= Self.mostTracks, tracks.names.indices.contains(tracks.chosen),
                    tracks.names.allSatisfy({ $0.utf8.count <= Self.longestTrackName })
                else {
                    return nil
                }
                self = .opened(seconds: seconds.isFinite ? max(0, seconds) : 0, tracks: tracks)
            case .format(let format):
                let isAllowed = SoundFormat.isAllowed(rate: format.rate, channels: format.channels)
                guard isAllowed, format.weights.allSatisfy({ abs($0) <= 1 }) else {
                    return nil
                }
                self = .format(format)
            case .ended(let report): self = .ended(report)
            case .failed(let error): self = .failed(error)
            }
        }
    }
}

/// Findings about a recording that was read to its end.
public struct DecoderReport: Sendable, Equatable, Codable {
    /// A header states a wrong length. All audio was read.
    public var isHeaderWrong = false
    /// First place where time stamps jump further than is plausible, in seconds.
    public var clockJump: Double?
    /// Why some sound is missing; nil if none is.
    public var loss: AudioFileError?

    public init(isHeaderWrong: Bool = false, clockJump: Double? = nil, loss: AudioFileError? = nil) {
        self.isHeaderWrong = isHeaderWrong
        self.clockJump = clockJump
        self.loss = loss
    }
}

/// Rate and channels of interleaved samples.
public struct SoundFormat: Sendable, Equatable, Codable {
    /// Frames per second.
    public let rate: Int
    /// Weight of each channel in a down-mix; the sum is 1 at most.
    public let weights: [Float]

    /// Hz. Below, speech is unintelligible; the maximum is DSD256 as FFmpeg decodes it.
    private static let rates = 1000...1_411_200
    private static let mostChannels = 64
    /// 64 channels at 96 kHz. The mixer keeps some seconds, so this limits memory.
    private static let mostSamplesPerSecond = 64 * 96_000

    public init(rate: Int, weights: [Float]) {
        self.rate = rate
        self.weights = weights
    }

    public var channels: Int { weights.count }

    public static func isAllowed(rate: Int, channels: Int) -> Bool {
        rates.contains(rate) && (1...mostChannels).contains(channels) && rate * channels <= mostSamplesPerSecond
    }
}

/// Successive frames of a recording.
public struct SoundRun: Sendable, Equatable {
    public let format: SoundFormat
    /// Interleaved, full scale ±1, shape `[frames × channels]`. Values may exceed full scale, but none is NaN.
    public let samples: [Float]
    /// Whether the recording has nothing here; the samples are silence then.
    public let isGap: Bool

    public init(format: SoundFormat, samples: [Float], isGap: Bool = false) {
        self.format = format
        self.samples = samples
        self.isGap = isGap
    }

    public var seconds: Double {
        Double(samples.count / max(1, format.channels)) / Double(max(1, format.rate))
    }
}
