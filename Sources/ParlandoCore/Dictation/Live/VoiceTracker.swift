/// Follows speech frame by frame: where it begins, where it last was.
struct VoiceTracker {
    private let policy: LivePolicy
    /// Samples in a frame.
    let frameLength: Int
    /// Probabilities of the frames from `firstFrame` on.
    private var probabilities: [Float] = []
    private var firstFrame = 0
    /// The next frame to be looked at.
    private(set) var cursor = 0
    private var speechFrames = 0
    /// Position where speech began, two frames back at its detection; nil while there is silence.
    private(set) var onset: Int?
    /// Position after the last speech frame.
    private(set) var lastSpeechEnd = 0

    init(policy: LivePolicy, frameLength: Int) {
        self.policy = policy
        self.frameLength = frameLength
    }

    /// Position after the last frame looked at.
    var position: Int {
        cursor * frameLength
    }

    var hasUnseenFrames: Bool {
        cursor < firstFrame + probabilities.count
    }

    mutating func append(_ more: [Float]) {
        probabilities += more
    }

    /// Looks at the next frame.
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

    /// Silence since the last speech frame, in seconds, up to the frames looked at.
    var silence: Double {
        Double(position - lastSpeechEnd) / Double(AudioBlock.sampleRate)
    }

    /// The utterance is over: waits for the next onset.
    mutating func endUtterance() {
        onset = nil
        speechFrames = 0
    }

    /// The lowest probability of speech in the frames around a position, 0…1.
    func lowestProbability(around position: Int) -> Float {
        let frame = position / frameLength
        let lower = max(frame - 2, firstFrame) - firstFrame
        let upper = min(frame + 3, firstFrame + probabilities.count) - firstFrame
        return lower < upper ? probabilities[lower..<upper].min() ?? 1 : 1
    }

    /// The middle of the last stretch of at least `length` samples without speech in a range of positions.
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

    /// Whether the frame at a position holds speech.
    func isSpeech(at position: Int) -> Bool {
        let index = position / frameLength - firstFrame
        return probabilities.indices.contains(index) && probabilities[index] >= policy.speechOff
    }

    /// Forgets the frames before a position.
    mutating func drop(before position: Int) {
        let count = min(position / frameLength, cursor) - firstFrame
        guard count >= 64 else {
            return
        }
        probabilities.removeFirst(count)
        firstFrame += count
    }
}
