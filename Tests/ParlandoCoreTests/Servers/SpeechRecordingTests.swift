import ParlandoCore
import Testing

@Suite struct SpeechRecordingTests {
    @Test func samplesBecomeSixteenBitsLeastSignificantFirst() {
        #expect(SpeechRecording([0, 1, -1, 0.5]).bytes == [0, 0, 0xFF, 0x7F, 0x01, 0x80, 0x00, 0x40])
    }

    @Test func whatIsBeyondFullScaleIsClippedAndWhatIsNoNumberIsSilent() {
        let odd: [Float] = [2, -.infinity, .nan, .infinity]
        #expect(SpeechRecording(odd).samples == [1, -1, 0, 1])
    }

    @Test func samplesSurviveWithinHalfAStep() {
        let samples = (0..<1000).map { Float($0) / 1000 - 0.5 }
        for (before, after) in zip(samples, SpeechRecording(samples).samples) {
            #expect(abs(before - after) <= 0.5 / 32767 + 1e-7)
        }
    }

    @Test func theHeaderIsThatOfAWaveFile() {
        let header = SpeechRecording([0.1, 0.2, 0.3]).waveHeader
        #expect(header.count == 44)
        #expect(String(decoding: header[0..<4] + header[8..<16], as: UTF8.self) == "RIFFWAVEfmt ")
        #expect(header[4..<8].elementsEqual([42, 0, 0, 0]))
        #expect(header[20..<36].elementsEqual([1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]))
        #expect(header[40..<44].elementsEqual([6, 0, 0, 0]))
    }

    @Test func removingTakesTheFirstSamples() {
        var recording = SpeechRecording([0.1, 0.2, 0.3])
        recording.removeFirst(2)
        #expect(recording == SpeechRecording([0.3]))
        recording.removeFirst(5)
        #expect(recording.count == 0)
        recording.removeFirst(-1)
        #expect(recording.seconds == 0)
    }

    /// Each piece moved all sound before it: an hour in pieces of a millisecond took minutes.
    @Test(.timeLimit(.minutes(1))) func smallPiecesCostNoMoreThanTheirSound() {
        var recording = SpeechRecording()
        for _ in 0..<400_000 {
            recording.append([Float](repeating: 0, count: 16))
        }
        #expect(recording.seconds == 400)
    }
}
