import ParlandoTestSupport
import Testing

@testable import ParlandoCore

/// One side of captions whose words a test says.
private struct Speaker {
    var transcript = Transcript()

    /// Each word takes a quarter of a second, and the next one begins at once.
    mutating func say(_ text: String, at start: Double) {
        transcript.apply(.final([Word](of: text, from: start, every: 0.25, lasting: 0.25)))
    }

    mutating func show(_ text: String, at start: Double) {
        transcript.apply(.interim([Word(text: text, start: start, end: start + 0.25, probability: 0.9)]))
    }

    mutating func endParagraph() {
        transcript.apply(.paragraphEnded)
    }
}

@Suite struct CaptionTextTests {
    private let clock = CaptionSound(.both)
    private let labels: [CaptionSide: String] = [.you: "You:", .computer: "Computer:"]

    private func lines(_ text: CaptionText) -> [String] {
        text.paragraphs.map(\.text)
    }

    @Test func paragraphsStandInTheOrderInWhichTheyBeganAndBeginWithTheirSide() {
        var (you, computer) = (Speaker(), Speaker())
        var text = CaptionText(labels: labels)
        computer.say("good morning", at: 3)
        _ = text.take(computer.transcript, of: .computer, on: clock)
        you.say("hello there", at: 1)
        _ = text.take(you.transcript, of: .you, on: clock)
        #expect(lines(text) == ["You: hello there", "Computer: good morning"])
        #expect(text.paragraphs[1].words.map(\.start) == [3, 3, 3.25])
        #expect(text.paragraphs[1].words[0].end == 3)
    }

    @Test func aSideAloneHasNoLabel() {
        var computer = Speaker()
        var text = CaptionText()
        computer.say("as it is", at: 1)
        computer.endParagraph()
        computer.say("below", at: 9)
        _ = text.take(computer.transcript, of: .computer, on: clock)
        #expect(lines(text) == ["as it is", "below"])
    }

    @Test(arguments: [true, false]) func aParagraphIsDividedWhereTheOtherSideSpeaksInAPause(isLate: Bool) {
        var (you, computer) = (Speaker(), Speaker())
        var text = CaptionText(labels: labels)
        computer.say("yes", at: 1)
        if !isLate {
            _ = text.take(computer.transcript, of: .computer, on: clock)
        }
        you.say("one two", at: 0)
        _ = text.take(you.transcript, of: .you, on: clock)
        you.say("three", at: 2)
        _ = text.take(you.transcript, of: .you, on: clock)
        _ = text.take(computer.transcript, of: .computer, on: clock)
        #expect(lines(text) == ["You: one two", "Computer: yes", "You: three"])
        you.say("four", at: 2.3)
        _ = text.take(you.transcript, of: .you, on: clock)
        #expect(lines(text) == ["You: one two", "Computer: yes", "You: three four"])
    }

    @Test func punctuationThatComesLaterIsTakenAndInterimWordsAreNot() {
        var you = Speaker()
        var text = CaptionText(labels: labels)
        you.say("well", at: 0)
        _ = text.take(you.transcript, of: .you, on: clock)
        you.show("then", at: 1)
        var isChanged = text.take(you.transcript, of: .you, on: clock)
        #expect(!isChanged)
        you.transcript.apply(.final([Word(text: ".", start: 0.25, end: 0.25, probability: 1, isGlued: true)]))
        isChanged = text.take(you.transcript, of: .you, on: clock)
        #expect(isChanged)
        #expect(lines(text) == ["You: well."])
    }

    /// Two made speakers, each of whom is recognized at a pace of its own, in any order.
    @Test(arguments: 1...40) func inWhateverOrderWordsBecomeFinalTheTextIsTheSame(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var speakers = [Speaker(), Speaker()]
        var said: [[(at: Double, isParagraph: Bool)]] = [[], []]
        for side in 0...1 {
            var time = Double.random(in: 0...2, using: &random)
            for _ in 0..<60 {
                let isParagraph = Int.random(in: 0..<8, using: &random) == 0
                time += isParagraph ? 2.5 : [0.25, 0.25, 0.4, 1].randomElement(using: &random) ?? 1
                said[side].append((time, isParagraph))
            }
        }
        let whole = said.map { words in
            words.enumerated().reduce(into: Speaker()) { speaker, word in
                word.element.isParagraph ? speaker.endParagraph() : ()
                speaker.say("w\(word.offset)", at: word.element.at)
            }
        }
        var text = CaptionText(labels: labels)
        var next = [0, 0]
        while next != [60, 60] {
            let side = next[0] == 60 ? 1 : next[1] == 60 ? 0 : Int.random(in: 0...1, using: &random)
            for _ in 0..<Int.random(in: 1...5, using: &random) where next[side] < 60 {
                let word = said[side][next[side]]
                word.isParagraph ? speakers[side].endParagraph() : ()
                speakers[side].say("w\(next[side])", at: word.at)
                next[side] += 1
            }
            _ = text.take(speakers[side].transcript, of: side == 0 ? .you : .computer, on: clock)
        }
        let turns = [0, 1].flatMap { side in
            whole[side].transcript.paragraphs.flatMap { paragraph in
                ChannelTranscripts.turns(of: paragraph, whole[1 - side].transcript.words.map(\.start)).map {
                    (side, $0.named(side == 0 ? "You:" : "Computer:"))
                }
            }
        }
        let expected = turns.sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }.map(\.1)
        #expect(text.paragraphs == expected)
    }

    /// A paragraph that was written anew has another storage. One side is recognized half a minute late.
    @Test func inTheThirdHourAWordCostsNoMoreThanInTheFirstMinute() {
        var (you, computer) = (Speaker(), Speaker())
        var text = CaptionText(labels: labels)
        var before: [Paragraph] = []
        var most = 0
        for moment in 0..<2160 {
            let time = Double(moment) * 5
            you.say("so it goes on.", at: time)
            you.endParagraph()
            _ = text.take(you.transcript, of: .you, on: clock)
            if time >= 30 {
                computer.say("and on.", at: time - 28)
                computer.endParagraph()
                _ = text.take(computer.transcript, of: .computer, on: clock)
            }
            let kept = zip(before, text.paragraphs).prefix { isShared($0.words, $1.words) }.count
            most = max(most, text.paragraphs.count - kept)
            before = text.paragraphs
        }
        #expect(text.paragraphs.count > 4000)
        #expect(most < 20)
    }

    private func isShared(_ one: [Word], _ other: [Word]) -> Bool {
        one.withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress } }
    }
}

@Suite struct CaptionSentencesTests {
    private let clock = CaptionSound(.both)

    private func texts(_ sentences: CaptionSentences) -> [String] {
        sentences.latest.map { "\($0.id) \($0.final.revealed)|\($0.interim.revealed)" }
    }

    @Test func aSentenceEndsWithItsMarkItsParagraphOrAfterManyWords() {
        var you = Speaker()
        var sentences = CaptionSentences()
        var finished: [CaptionSentence] = []
        you.show("It", at: 0)
        finished = sentences.take(you.transcript, of: .you, on: clock)
        #expect(finished.isEmpty)
        #expect(texts(sentences) == ["1 |It"])
        you.say("It is late. Very", at: 0)
        you.show("late", at: 2)
        finished = sentences.take(you.transcript, of: .you, on: clock)
        #expect(finished.map(\.final.revealed) == ["It is late."])
        #expect(texts(sentences) == ["1 It is late.|", "2 Very|late"])
        you.say("late", at: 2)
        you.endParagraph()
        finished = sentences.take(you.transcript, of: .you, on: clock)
        #expect(finished.map(\.id) == [2])
        you.say(Array(repeating: "on", count: 27).joined(separator: " "), at: 9)
        finished = sentences.take(you.transcript, of: .you, on: clock)
        #expect(finished.map(\.id) == [3])
        #expect(texts(sentences).last == "4 on on|")
        finished = sentences.take(you.transcript, of: .you, on: clock, isOver: true)
        #expect(finished.map(\.id) == [4])
        finished = sentences.take(you.transcript, of: .you, on: clock, isOver: true)
        #expect(finished.isEmpty)
    }

    @Test func theLatestOfBothSidesStandInTheOrderInWhichTheyBegan() {
        var (you, computer) = (Speaker(), Speaker())
        var sentences = CaptionSentences()
        for number in 0..<20 {
            you.say("Y\(number).", at: Double(number))
            _ = sentences.take(you.transcript, of: .you, on: clock)
        }
        computer.say("Late.", at: 14.5)
        _ = sentences.take(computer.transcript, of: .computer, on: clock)
        let shown = sentences.latest
        #expect(shown.map(\.final.revealed) == (9...14).map { "Y\($0)." } + ["Late."] + (15...19).map { "Y\($0)." })
        sentences.set(.waiting, of: shown[6].id)
        #expect(sentences.latest.map(\.translation).filter { $0 == .waiting }.count == 1)
        #expect(sentences.latest[6].translation == .waiting)
    }

    @Test func whatWasShownKeepsItsNumberAndItsPlaceOnItsSide() {
        var you = Speaker()
        var sentences = CaptionSentences()
        var begun: [Int: String] = [:]
        for number in 0..<200 {
            you.show("S\(number)", at: Double(number) + 0.5)
            _ = sentences.take(you.transcript, of: .you, on: clock)
            you.transcript.apply(.interim([]))
            // It turns out to have begun before the sentence above it.
            you.say("S\(number) ends.", at: Double(number) - 0.5)
            _ = sentences.take(you.transcript, of: .you, on: clock)
            let shown = sentences.latest
            #expect(shown.map(\.id) == shown.map(\.id).sorted())
            for sentence in shown {
                let first = String((sentence.final.revealed + sentence.interim.revealed).prefix { $0 != " " })
                #expect(begun[sentence.id] == nil || begun[sentence.id] == first)
                begun[sentence.id] = first
            }
        }
        #expect(begun.count == 200)
    }
}

@Suite struct CaptionSoundTests {
    private static let block = AudioBlock.sampleRate / 50

    private func play(_ sound: inout CaptionSound, _ side: CaptionSide, seconds: Double, value: Float = 0.5) {
        for _ in 0..<Int(seconds * 50) {
            sound.hear(AudioBlock(samples: [Float](repeating: value, count: Self.block)), of: side)
        }
    }

    private func take(_ sound: inout CaptionSound, isOver: Bool = false) -> [Float] {
        sound.take(isOver: isOver)?.samples ?? []
    }

    private func start(_ sound: CaptionSound, _ side: CaptionSide, _ seconds: Double) -> Double {
        sound.place(Word(text: "a", start: seconds, end: seconds + 0.2, probability: 1), of: side).start
    }

    @Test func aSideThatBeginsLaterOrAgainIsWhereTheOtherOneIs() {
        var sound = CaptionSound(.both)
        play(&sound, .computer, seconds: 3)
        for _ in 0..<100 {
            play(&sound, .you, seconds: 0.02)
            play(&sound, .computer, seconds: 0.02)
        }
        #expect(abs(start(sound, .you, 0.5) - 3.5) < 0.05)
        #expect(start(sound, .computer, 3.5) == 3.5)
        // The microphone is lost for ten seconds.
        play(&sound, .computer, seconds: 10)
        play(&sound, .you, seconds: 1)
        #expect(abs(start(sound, .you, 2.5) - 15.5) < 0.05)
        #expect(abs(start(sound, .you, 0.5) - 3.5) < 0.05)
    }

    /// A recording in which the microphone is 0.75 after `silence`, seconds in which nothing of it arrives.
    private func recorded(_ sound: inout CaptionSound, silence: Int, isLate: Bool) -> [Float] {
        var samples: [Float] = []
        for turn in 0..<50 * (silence + 5) {
            let isSilent = (100..<100 + 50 * silence).contains(turn)
            play(&sound, .computer, seconds: 0.02)
            if turn == 100 + 50 * silence, isLate {
                play(&sound, .you, seconds: Double(silence), value: 0.75)
            }
            play(&sound, .you, seconds: isSilent ? 0 : 0.02, value: turn < 100 ? 0.25 : 0.75)
            samples += take(&sound)
        }
        return samples
    }

    private func secondsUntilHeard(_ samples: [Float], _ value: Float = 0.75) -> Double {
        Double(samples.firstIndex(of: value) ?? 0) / 32_000
    }

    @Test func soundThatIsDeliveredLateStandsWhereItWasHeard() {
        var sound = CaptionSound(.both)
        let samples = recorded(&sound, silence: 3, isLate: true)
        #expect(abs(start(sound, .you, 2.5) - 2.5) < 0.05)
        #expect(abs(start(sound, .you, 7) - 7) < 0.05)
        #expect(start(sound, .computer, 7) == 7)
        #expect(abs(secondsUntilHeard(samples) - 2) < 0.05)
        #expect(samples.count == 2 * 16_000 * 8)
    }

    @Test(arguments: [2, 10]) func afterAGapWordsAndSoundStandWhereTheOtherSideIs(seconds: Int) {
        var sound = CaptionSound(.both)
        let samples = recorded(&sound, silence: seconds, isLate: false)
        #expect(abs(start(sound, .you, 1.5) - 1.5) < 0.05)
        #expect(abs(start(sound, .you, 2.5) - 2.5 - Double(seconds)) < 0.06)
        #expect(abs(secondsUntilHeard(samples) - 2 - Double(seconds)) < 0.06)
        #expect(samples.count == 2 * 16_000 * (seconds + 5))
    }

    /// The microphone gives 2 seconds of sound, 0.3 after a gap, and the rest after another one.
    @Test(arguments: [100, 250]) func soundBetweenTwoGapsStandsWhereItWasHeard(turns gap: Int) {
        var sound = CaptionSound(.both)
        var samples: [Float] = []
        let (second, third) = (100 + gap, 115 + 2 * gap)
        for turn in 0..<third + 200 {
            play(&sound, .computer, seconds: 0.02)
            if turn < 100 || turn >= second && turn < second + 15 || turn >= third {
                play(&sound, .you, seconds: 0.02, value: turn < second ? 0.25 : turn < third ? 0.625 : 0.75)
            }
            samples += take(&sound)
        }
        samples += take(&sound, isOver: true)
        let seconds = Double(gap) / 50
        #expect(abs(start(sound, .you, 2.1) - 2.1 - seconds) < 0.06)
        #expect(abs(start(sound, .you, 2.5) - 2.5 - 2 * seconds) < 0.06)
        #expect(abs(secondsUntilHeard(samples, 0.625) - 2 - seconds) < 0.06)
        #expect(abs(secondsUntilHeard(samples) - 2.3 - 2 * seconds) < 0.06)
    }

    @Test(arguments: [35, 45]) func soundThatIsLateByLessThanASecondIsNotTakenForLost(turns late: Int) {
        var sound = CaptionSound(.both)
        var samples: [Float] = []
        for turn in 0..<400 {
            for _ in 0..<(turn == 100 + late ? late + 1 : (100..<100 + late).contains(turn) ? 0 : 1) {
                play(&sound, .you, seconds: 0.02, value: turn < 100 ? 0.25 : 0.75)
            }
            play(&sound, .computer, seconds: 0.02)
            samples += take(&sound)
        }
        #expect(abs(start(sound, .you, 2.5) - 2.5) < 0.05)
        #expect(abs(start(sound, .computer, 7) - 7) < 0.05)
        #expect(abs(secondsUntilHeard(samples) - 2) < 0.05)
    }

    @Test func theSidesStayTogetherThoughTheirClocksDifferAndSamplesAreLost() {
        var sound = CaptionSound(.both)
        var (you, computer) = (0, 0)
        for turn in 0..<60_000 {
            // A twenty-fifth of a percent fewer samples, and forty blocks that are lost.
            let isLost = turn > 30_000 && turn <= 30_040
            let count = turn % 8 == 0 ? Self.block - 1 : Self.block
            if !isLost {
                sound.hear(AudioBlock(samples: [Float](repeating: 0.1, count: count)), of: .you)
                you += count
            }
            sound.hear(AudioBlock(samples: [Float](repeating: 0.1, count: Self.block)), of: .computer)
            computer += Self.block
            _ = sound.take()
            if turn % 1000 == 999 {
                let yours = start(sound, .you, Double(you) / 16_000 - 0.5)
                let its = start(sound, .computer, Double(computer) / 16_000 - 0.5)
                #expect(abs(yours - its) < 0.06, "\(turn)")
            }
        }
    }

    @Test func eachSideHasAChannelWithSilenceWhereItGivesNoSound() {
        var sound = CaptionSound(.both)
        play(&sound, .you, seconds: 0.5, value: 0.25)
        var first = take(&sound)
        #expect(first.isEmpty)
        play(&sound, .computer, seconds: 0.5, value: -0.25)
        // The computer is a half second later, so silence comes first.
        first = take(&sound)
        #expect(first.count == 16_000)
        #expect(first.prefix(2) == [0.25, 0])
        // Only the microphone goes on: it is four seconds ahead at most.
        play(&sound, .you, seconds: 5, value: 0.25)
        let second = take(&sound)
        #expect(second.prefix(2) == [0.25, -0.25] && second.suffix(2) == [0.25, 0])
        #expect(second.count == 2 * 16_000)
        let rest = take(&sound, isOver: true)
        #expect(first.count + second.count + rest.count == 2 * 16_000 * 11 / 2)
        let none = sound.take(isOver: true)
        #expect(none == nil)
    }

    @Test func oneSideAloneStaysAsItIs() {
        var sound = CaptionSound(.computer)
        play(&sound, .computer, seconds: 1, value: 0.25)
        let samples = take(&sound)
        #expect(samples == [Float](repeating: 0.25, count: 16_000))
        #expect(start(sound, .computer, 7) == 7)
    }
}
