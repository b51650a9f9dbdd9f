import ParlandoCore

/// Detects where speech begins and ends, from the speech probability of each frame.
struct VoiceTracker {
    private let policy: LivePolicy
    /// Number of samples in a frame.
    let frameLength: Int
    /// Probabilities of the frames from `firstFrame` on.
    private var probabilities: [Float] = []
    private var firstFrame = 0
    /// Index of the next frame to process, counted since the session began.
    private(set) var cursor = 0
    private var speechFrames = 0
    /// Start of the current speech, in samples since the session began; nil during silence. Speech is detected in its
    /// second frame, and its start is set to the beginning of its first frame.
    private(set) var onset: Int?
    /// End of the last speech frame, in samples since the session began.
    private(set) var lastSpeechEnd = 0

    init(policy: LivePolicy, frameLength: Int) {
        self.policy = policy
        self.frameLength = frameLength
    }

    /// End of the last processed frame, in samples since the session began.
    var position: Int {
        cursor * frameLength
    }

    var hasUnseenFrames: Bool {
        cursor < firstFrame + probabilities.count
    }

    mutating func append(_ more: [Float]) {
        probabilities += more
    }

    /// Processes the next frame: updates the beginning and the end of speech from the frame's speech probability.
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

    /// Duration of the silence after the last speech frame, in seconds.
    var silence: Double {
        Double(position - lastSpeechEnd) / Double(AudioBlock.sampleRate)
    }

    /// Ends the utterance and waits for the next onset.
    mutating func endUtterance() {
        onset = nil
        speechFrames = 0
    }

    /// Returns the lowest speech probability of the frames around a position, 0…1. The position is in samples.
    func lowestProbability(around position: Int) -> Float {
        let frame = position / frameLength
        let lower = max(frame - 2, firstFrame) - firstFrame
        let upper = min(frame + 3, firstFrame + probabilities.count) - firstFrame
        return lower < upper ? probabilities[lower..<upper].min() ?? 1 : 1
    }

    /// Returns the midpoint of the last pause in a range of positions, all in samples. Only pauses of at least `length`
    /// samples count. Returns nil if there is none.
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

    /// Returns whether the frame at a position, in samples, contains speech.
    func isSpeech(at position: Int) -> Bool {
        let index = position / frameLength - firstFrame
        return probabilities.indices.contains(index) && probabilities[index] >= policy.speechOff
    }

    /// Drops the frames before a position, in samples. Does nothing until at least 64 frames can be dropped.
    mutating func drop(before position: Int) {
        let count = min(position / frameLength, cursor) - firstFrame
        guard count >= 64 else {
            return
        }
        probabilities.removeFirst(count)
        firstFrame += count
    }
}
