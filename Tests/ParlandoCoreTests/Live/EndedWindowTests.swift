import ParlandoCore
import ParlandoTestSupport
import Testing

/// Windows that are weighed in several pieces, on a machine that does one thing in a tenth of a second.
@Suite struct EndedWindowTests {
    private static func run(
        _ speech: MadeSpeech, pieces: Int, block: Int = 1600
    ) throws -> (events: [RecognitionEvent], efforts: [DecodeRequest.Effort]) {
        let decoder = MadeSpeechDecoder(speech)
        decoder.pieces = pieces
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: MadeSpeechGate(), policy: LivePolicy(), isMultilingual: false, language: nil)
        var events: [RecognitionEvent] = []
        for start in stride(from: 0, to: speech.samples.count, by: block) {
            try transcriber.append(Array(speech.samples[start..<min(start + block, speech.samples.count)]))
            events += try transcriber.step() ?? []
        }
        try transcriber.finish()
        while let more = try transcriber.step() {
            events += more
        }
        return (events, decoder.efforts)
    }

    private static func settled(_ events: [RecognitionEvent]) -> [String] {
        var texts: [String] = []
        for case .settled(let words) in events {
            texts += words.map(\.text)
        }
        return texts
    }

    @Test(arguments: [1, 3, 20])
    func everyWordIsSettledOnceInOrder(pieces: Int) throws {
        let speech = LiveTranscriberTests.conversation()
        for block in [1600, speech.samples.count] {
            let events = try Self.run(speech, pieces: pieces, block: block).events
            #expect(Self.settled(events) == speech.items.map(\.text))
        }
    }

    @Test func theNextWindowIsDecodedBetweenThePieces() throws {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(60))
        let efforts = try Self.run(speech, pieces: 3).efforts
        let last = try #require(efforts.firstIndex(of: .thorough))
        let first = try #require(efforts[..<last].firstIndex(of: .careful))
        #expect(efforts[first..<last].contains(.quick))
    }

    /// Weighing takes several times as long as a decoding: what that heard must not wait for it.
    @Test func whatIsHeardIsShownBeforeAWindowIsWeighed() throws {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(60))
        let decoder = MadeSpeechDecoder(speech)
        var transcriber = LiveTranscriber(
            decoder: decoder, gate: MadeSpeechGate(), policy: LivePolicy(), isMultilingual: false, language: nil)
        var weighings = 0
        for start in stride(from: 0, to: speech.samples.count, by: 1600) {
            try transcriber.append(Array(speech.samples[start..<min(start + 1600, speech.samples.count)]))
            var before = decoder.efforts.count
            while try transcriber.step() != nil {
                let work = decoder.efforts[before...]
                before = decoder.efforts.count
                if work.contains(.thorough) {
                    weighings += 1
                    #expect(work.first != .quick)
                }
            }
        }
        try #require(weighings > 0)
    }

    /// What is on show while a window is weighed is not taken away, and grows.
    @Test(arguments: [1, 3])
    func theTextNeverGetsShorter(pieces: Int) throws {
        var speech = MadeSpeech()
        speech.speak(LiveTranscriberTests.words(60))
        var (settled, longest) = (0, 0)
        for event in try Self.run(speech, pieces: pieces).events {
            switch event {
            case .settled(let words): settled += words.count
            case .partial(let words):
                #expect(settled + words.count >= longest)
                longest = settled + words.count
            default: break
            }
        }
        #expect(longest > 50)
    }

    @Test(arguments: [1600, 16_000, 400_000])
    func aParagraphEndsAfterItsLastWordHasSettled(block: Int) throws {
        let events = try Self.run(LiveTranscriberTests.conversation(), pieces: 4, block: block).events
        let end = try #require(events.firstIndex(of: .paragraphEnded))
        #expect(Self.settled(Array(events[..<end])).last == "gamma7")
        #expect(Self.settled(Array(events[end...])).first == "delta1")
    }
}
