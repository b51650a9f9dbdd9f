import ParlandoCore
import ParlandoRecognition
import ParlandoTestSupport
import Testing

@Suite struct UtteranceCutterTests {
    private func cut(_ speech: MadeSpeech, block: Int = 1600) throws -> [Utterance] {
        var cutter = UtteranceCutter(gate: MadeSpeechGate())
        var result: [Utterance] = []
        for start in stride(from: 0, to: speech.samples.count, by: block) {
            result += try cutter.append(Array(speech.samples[start..<min(start + block, speech.samples.count)]))
            #expect(cutter.doneUpTo <= start + block)
        }
        return try result + cutter.finish()
    }

    private func check(_ utterances: [Utterance], hold speech: MadeSpeech) {
        for utterance in utterances {
            #expect(Array(speech.samples[utterance.start..<utterance.end]) == utterance.samples)
        }
        for (first, second) in zip(utterances, utterances.dropFirst()) {
            #expect(first.end <= second.start)
        }
        let sent = utterances.flatMap { Array($0.start..<$0.end) }
        let heard = Set(sent)
        for item in speech.items {
            #expect(heard.contains(item.range.lowerBound) && heard.contains(item.range.upperBound - 1))
        }
    }

    @Test(arguments: [160, 1600, 5000, 1_000_000])
    func everySampleOfSpeechIsInOneStretch(block: Int) throws {
        var speech = MadeSpeech()
        speech.pause(1.5)
        speech.speak(["a", "b", "c"])
        speech.pause(1)
        speech.speak(["d"])
        speech.pause(2.5)
        speech.speak(["e", "f"])
        let utterances = try cut(speech, block: block)
        check(utterances, hold: speech)
        #expect(utterances.count == 3)
        #expect(utterances.map(\.beginsParagraph) == [false, false, true])
    }

    @Test func aLongUtteranceIsCutAtAShortPause() throws {
        var speech = MadeSpeech()
        speech.speak((1...8).map { "a\($0)" }, seconds: 0.5, gap: 0.05)
        speech.pause(0.35)
        speech.speak((1...8).map { "b\($0)" }, seconds: 0.5, gap: 0.05)
        let utterances = try cut(speech)
        check(utterances, hold: speech)
        #expect(utterances.count == 2)
        let pause = speech.items[7].range.upperBound...speech.items[8].range.lowerBound
        #expect(pause.contains(utterances[0].end))
    }

    @Test func speechWithoutAPauseIsCutAllTheSame() throws {
        var speech = MadeSpeech()
        speech.speak(["endless"], seconds: 60, gap: 0)
        let utterances = try cut(speech)
        check(utterances, hold: speech)
        #expect(utterances.allSatisfy { Double($0.samples.count) / Double(AudioBlock.sampleRate) <= 15.1 })
        #expect(utterances.reduce(0) { $0 + $1.samples.count } == speech.samples.count)
    }

    @Test func silenceIsNoUtteranceAndIsDoneWith() throws {
        var cutter = UtteranceCutter(gate: MadeSpeechGate())
        #expect(try cutter.append([Float](repeating: 0, count: 160_000)).isEmpty)
        #expect(cutter.doneUpTo > 150_000)
        #expect(try cutter.finish().isEmpty)
    }

    @Test func whileSomebodySpeaksNothingOfItIsDoneWith() throws {
        var speech = MadeSpeech()
        speech.pause(2)
        speech.speak(["long"], seconds: 3)
        var cutter = UtteranceCutter(gate: MadeSpeechGate())
        _ = try cutter.append(Array(speech.samples[..<70_000]))
        #expect(cutter.doneUpTo <= speech.items[0].range.lowerBound)
    }
}
