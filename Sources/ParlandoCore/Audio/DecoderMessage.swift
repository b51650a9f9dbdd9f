import Foundation

/// Message of the process `parlando-decoder`, which decodes a recording, to the program that started it.
///
/// A message is a head of five bytes, which are the kind and the number of bytes that follow, the least significant one
/// first; then those bytes.
public enum DecoderMessage: Sendable, Equatable {
    /// The recording could be opened. `seconds` is its duration according to the header, or 0 if it is unknown.
    case opened(seconds: Double)
    /// Format of all sound up to the next such message.
    case format(SoundFormat)
    /// Interleaved samples, shape `[frames × channels]`.
    case samples([Float])
    /// A place where the recording has nothing.
    case gap(frames: Int)
    case ended(DecoderReport)
    case failed(AudioFileError)

    /// Number of bytes of the head.
    public static let headSize = 5
    /// Maximum number of bytes after the head.
    public static let mostBytes = 1 << 20
    /// Maximum number of frames of one gap.
    public static let mostGap = 1_411_200
    /// Maximum absolute value of a sample. It leaves room for floats scaled like 32-bit integers; a larger value is
    /// damage, and its square could overflow.
    public static let loudest: Float = 1e12

    private enum Kind: UInt8 {
        case samples = 0
        case gap
        case text
    }

    /// Everything but sound.
    private enum Text: Codable {
        case opened(seconds: Double)
        case format(SoundFormat)
        case ended(DecoderReport)
        case failed(AudioFileError)
    }

    /// Returns the message as bytes, with its head.
    public var bytes: [UInt8] {
        switch self {
        case .samples(let samples): samples.withUnsafeBytes { Self.framed(.samples, $0) }
        case .gap(let frames): withUnsafeBytes(of: UInt32(clamping: frames).littleEndian) { Self.framed(.gap, $0) }
        case .opened(let seconds): Self.framed(.opened(seconds: seconds))
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

    /// Returns the number of bytes that follow a head, or nil if it is none.
    public static func size(after head: [UInt8]) -> Int? {
        guard head.count == headSize, let kind = head.first, Kind(rawValue: kind) != nil else {
            return nil
        }
        let size = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        return size <= mostBytes ? size : nil
    }

    /// Reads a message. The process may be in the hands of somebody who made the recording for that, so that every
    /// number is checked. Returns nil if the message is not valid.
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
            case .opened(let seconds): self = .opened(seconds: seconds.isFinite ? max(0, seconds) : 0)
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

/// Findings of the process `parlando-decoder` about a recording that was read to its end.
public struct DecoderReport: Sendable, Equatable, Codable {
    /// Whether a header states a wrong length. All audio was read nevertheless.
    public var isHeaderWrong = false
    /// Time of the first place where the clock of the recording jumps further than is plausible, in seconds; nil if
    /// there is none.
    public var clockJump: Double?
    /// Which audio is missing, or nil if all was read.
    public var loss: AudioFileError?

    public init(isHeaderWrong: Bool = false, clockJump: Double? = nil, loss: AudioFileError? = nil) {
        self.isHeaderWrong = isHeaderWrong
        self.clockJump = clockJump
        self.loss = loss
    }
}
