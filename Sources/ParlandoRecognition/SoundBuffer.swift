import ParlandoCore

/// The recent sound of a session. Positions count samples since the session began.
struct SoundBuffer {
    private var samples: [Float] = []
    private(set) var start = 0

    var end: Int {
        start + samples.count
    }

    mutating func append(_ more: [Float]) {
        samples += more
    }

    /// Without those outside the buffer.
    func slice(_ range: Range<Int>) -> [Float] {
        let lower = min(max(range.lowerBound, start), end)
        let upper = min(max(range.upperBound, lower), end)
        return Array(samples[(lower - start)..<(upper - start)])
    }

    /// Mean power; 0 for an empty range.
    func power(_ range: Range<Int>) -> Float {
        let lower = min(max(range.lowerBound, start), end) - start
        let upper = min(max(range.upperBound - start, lower), samples.count)
        guard upper > lower else {
            return 0
        }
        var sum: Float = 0
        for index in lower..<upper {
            sum += samples[index] * samples[index]
        }
        return sum / Float(upper - lower)
    }

    /// Does nothing until a second of sound can be dropped.
    mutating func drop(before position: Int) {
        let count = min(position, end) - start
        guard count >= AudioBlock.sampleRate else {
            return
        }
        samples.removeFirst(count)
        start += count
    }
}

/// Finds the quietest position at which to cut sound, which probably lies between two words. Cutting at token
/// timestamps loses words.
enum QuietestCut {
    /// Half of what the power at a position is measured over: 80 ms.
    private static let half = AudioBlock.sampleRate * 8 / 100
    /// Between the positions that are compared: 20 ms.
    private static let hop = AudioBlock.sampleRate / 50

    /// The midpoint if the range is too short for a choice. Sound that is probably speech counts as louder.
    static func position(in range: Range<Int>, sound: SoundBuffer, voice: VoiceTracker) -> Int {
        var best = (range.lowerBound + range.upperBound) / 2
        var lowest = Float.infinity
        for position in stride(from: range.lowerBound, to: range.upperBound, by: hop) {
            let power = sound.power((position - half)..<(position + half))
            let loudness = power * (0.3 + voice.lowestProbability(around: position))
            if loudness < lowest {
                lowest = loudness
                best = position
            }
        }
        return best
    }

    /// The lower bound if the range has only one position. Each position must have sound on both sides.
    static func position(in range: Range<Int>, of samples: [Float]) -> Int {
        let places = stride(from: range.lowerBound, to: range.upperBound, by: hop)
        return places.min { power(around: $0, of: samples) < power(around: $1, of: samples) } ?? range.lowerBound
    }

    private static func power(around position: Int, of samples: [Float]) -> Float {
        let near = samples[max(0, position - half)..<min(samples.count, position + half)]
        return near.reduce(0) { $0 + $1 * $1 } / Float(max(1, near.count))
    }
}

/// Detects where speech begins and ends, from the speech probability of each frame.
struct VoiceTracker {
    private let policy: LivePolicy
    /// In samples.
    let frameLength: Int
    /// Speech probability of each frame, from `firstFrame` on.
    private var probabilities: [Float] = []
    private var firstFrame = 0
    /// The next frame to process.
    private(set) var cursor = 0
    private var speechFrames = 0
    /// Start of the current speech; nil during silence. Speech is detected in its second frame.
    private(set) var onset: Int?
    private(set) var lastSpeechEnd = 0

    init(policy: LivePolicy, frameLength: Int) {
        self.policy = policy
        self.frameLength = frameLength
    }

    var position: Int {
        cursor * frameLength
    }

    var hasUnseenFrames: Bool {
        cursor < firstFrame + probabilities.count
    }

    mutating func append(_ more: [Float]) {
        probabilities += more
    }

    /// Processes the next frame.
    mutating func advance() {
        let probability = probabilities[cursor - firstFrame]
        cursor += 1
        if probability >= (onset == nil ? policy.speechOn : policy.speechOff) {
            speechFrames += 1
            if onset == nil, speechFrames >= 2 {
                onset = position - 2 * frameLength
            }
            if onset != nil {
                lastSpeechEnd = position
            }
        } else {
            speechFrames = 0
        }
    }

    /// In seconds since the last speech frame.
    var silence: Double {
        Double(position - lastSpeechEnd) / Double(AudioBlock.sampleRate)
    }

    mutating func endUtterance() {
        onset = nil
        speechFrames = 0
    }

    /// The lowest speech probability around a position.
    func lowestProbability(around position: Int) -> Float {
        let frame = position / frameLength
        let lower = max(frame - 2, firstFrame) - firstFrame
        let upper = min(frame + 3, firstFrame + probabilities.count) - firstFrame
        return lower < upper ? probabilities[lower..<upper].min() ?? 1 : 1
    }

    /// The midpoint of the last pause of at least `length` samples in a range; nil if there is none.
    func lastPause(in range: Range<Int>, atLeast length: Int) -> Int? {
        var frame = range.upperBound / frameLength
        var end = frame
        while frame > max(range.lowerBound / frameLength, firstFrame) {
            frame -= 1
            if isSpeech(at: frame * frameLength) || frame >= cursor {
                end = frame
            } else if (end - frame) * frameLength >= length {
                while frame > firstFrame, !isSpeech(at: (frame - 1) * frameLength) {
                    frame -= 1
                }
                return max(range.lowerBound, (frame + end) / 2 * frameLength)
            }
        }
        return nil
    }

    func isSpeech(at position: Int) -> Bool {
        let index = position / frameLength - firstFrame
        return probabilities.indices.contains(index) && probabilities[index] >= policy.speechOff
    }

    /// Does nothing until 64 frames can be dropped.
    mutating func drop(before position: Int) {
        let count = min(position / frameLength, cursor) - firstFrame
        guard count >= 64 else {
            return
        }
        probabilities.removeFirst(count)
        firstFrame += count
    }
}

/// Passes sound to a voice activity detector in whole frames.
struct FrameFeed {
    private let gate: any SpeechGate
    /// Fewer than a frame.
    private var rest: [Float] = []

    init(_ gate: any SpeechGate) {
        self.gate = gate
        gate.reset()
    }

    /// Returns the speech probabilities of the frames that are now complete.
    mutating func append(_ samples: [Float]) throws -> [Float] {
        rest += samples
        let whole = rest.count / gate.frameLength * gate.frameLength
        guard whole > 0 else {
            return []
        }
        let probabilities = try gate.probabilities(of: Array(rest[..<whole]))
        rest.removeFirst(whole)
        return probabilities
    }

    /// Returns the speech probability of the last frame, padded with silence.
    mutating func finish() throws -> [Float] {
        guard !rest.isEmpty else {
            return []
        }
        defer { rest = [] }
        return try gate.probabilities(of: rest + [Float](repeating: 0, count: gate.frameLength - rest.count))
    }
}
