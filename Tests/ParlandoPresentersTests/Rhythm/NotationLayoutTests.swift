import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// Signs of notation, without a window.
struct NotationLayoutTests {
    typealias Sign = NotationLayout.Sign

    private func layout(_ patterns: Pattern...) -> NotationLayout {
        NotationLayout(patterns, width: 40)
    }

    private func beams(_ layout: NotationLayout) -> [(from: Double, to: Double, level: Int)] {
        layout.signs.compactMap { sign in
            if case .beam(let from, let to, let level) = sign { (from, to, level) } else { nil }
        }
    }

    private func count(_ layout: NotationLayout, _ condition: (Sign) -> Bool) -> Int {
        layout.signs.count(where: condition)
    }

    private func heads(_ layout: NotationLayout) -> [Double] {
        layout.signs.compactMap { if case .head(let x, _) = $0 { x } else { nil } }
    }

    private func stems(_ layout: NotationLayout) -> [Double] {
        layout.signs.compactMap { if case .stem(let x) = $0 { x } else { nil } }
    }

    @Test func everyNoteHasAHeadAndAStem() {
        let bar = layout(
            SamplePatterns.quarter, SamplePatterns.eighths, SamplePatterns.triplet, SamplePatterns.sixteenths)
        #expect(heads(bar).count == 10)
        #expect(stems(bar).count == 10)
    }

    @Test func twoEighthsShareOneBeamFromStemToStem() {
        let bar = layout(SamplePatterns.eighths)
        let stems = stems(bar)
        #expect(beams(bar).map(\.level) == [0])
        #expect(beams(bar).first?.from == stems.first)
        #expect(beams(bar).first?.to == stems.last)
    }

    @Test func fourSixteenthsShareTwoBeams() {
        #expect(beams(layout(SamplePatterns.sixteenths)).map(\.level) == [0, 1])
    }

    @Test func beamsNeverCrossABeat() {
        let bar = layout(
            SamplePatterns.eighths, SamplePatterns.eighths, SamplePatterns.eighths, SamplePatterns.eighths)
        #expect(beams(bar).count == 4)
        let across = SamplePatterns.pattern("four", 1, [(.eighth, ""), (.eighth, ""), (.eighth, ""), (.eighth, "")])
        #expect(beams(layout(across)).count == 2)
    }

    @Test func aShortNoteAfterALongOneGetsAStubThatPointsBackIntoTheBeam() throws {
        let bar = layout(SamplePatterns.dotted)
        let stub = try #require(beams(bar).first { $0.level == 1 })
        #expect(stub.to == stems(bar).last)
        #expect(stub.from > stems(bar)[0])
    }

    @Test func aShortNoteBeforeALongOneGetsAStubThatPointsForward() throws {
        let bar = layout(SamplePatterns.pattern("reverse", 3, [(.sixteenth, ""), (.eighth, ".")]))
        let stub = try #require(beams(bar).first { $0.level == 1 })
        #expect(stub.from == stems(bar)[0])
        #expect(stub.to > stub.from)
        #expect(stub.to < stems(bar)[1])
    }

    @Test func notesThatStandAloneGetFlags() {
        let bar = layout(SamplePatterns.syncopation)
        #expect(beams(bar).isEmpty)
        #expect(count(bar) { if case .flags(_, 1) = $0 { true } else { false } } == 2)
        let sixteenth = layout(
            SamplePatterns.pattern("late", 3, [(.eighth, "."), (.sixteenth, "")].reversed().map { $0 }))
        #expect(beams(sixteenth).count == 2)
        let alone = layout(SamplePatterns.pattern("alone", 4, [(.eighth, ".r"), (.sixteenth, "")]))
        #expect(count(alone) { if case .flags(_, 2) = $0 { true } else { false } } == 1)
    }

    @Test func aRestEndsABeam() {
        let bar = layout(
            SamplePatterns.pattern(
                "gap", 4, [(.sixteenth, ""), (.sixteenth, ""), (.sixteenth, "r"), (.sixteenth, "")]))
        #expect(beams(bar).map(\.level) == [0, 1])
        #expect(count(bar) { if case .flags(_, 2) = $0 { true } else { false } } == 1)
        #expect(count(bar) { if case .rest(.sixteenth, _) = $0 { true } else { false } } == 1)
    }

    @Test func aRestHasNeitherHeadNorStem() {
        let bar = layout(SamplePatterns.rest)
        #expect(bar.signs == [.rest(.quarter, x: heads(layout(SamplePatterns.quarter))[0])])
    }

    @Test func aTripletHasOneBracketOverAllOfItsNotes() throws {
        let bar = layout(SamplePatterns.triplet)
        let brackets = bar.signs.compactMap { sign in
            if case .triplet(let from, let to) = sign { (from, to) } else { nil }
        }
        #expect(brackets.count == 1)
        let bracket = try #require(brackets.first)
        #expect(bracket.0 < heads(bar)[0])
        #expect(bracket.1 > heads(bar)[2])
    }

    @Test func twoTripletsHaveTwoBrackets() {
        let twice = SamplePatterns.pattern(
            "twice", 3, Array(repeating: (NoteValue.Base.eighth, "3"), count: 6))
        #expect(count(layout(twice)) { if case .triplet = $0 { true } else { false } } == 2)
    }

    @Test func aTripletOfALongAndAShortNoteHasItsBracketToo() {
        let swing = SamplePatterns.pattern("swing", 3, [(.quarter, "3"), (.eighth, "3")])
        let bar = layout(swing)
        #expect(count(bar) { if case .triplet = $0 { true } else { false } } == 1)
        #expect(count(bar) { if case .flags(_, 1) = $0 { true } else { false } } == 1)
    }

    @Test func aDotStandsBesideItsHead() throws {
        let bar = layout(SamplePatterns.dotted)
        let dot = try #require(bar.signs.compactMap { if case .dot(let x) = $0 { x } else { nil } }.first)
        #expect(dot > heads(bar)[0] + NotationLayout.headRadius)
        #expect(dot < heads(bar)[1])
    }

    @Test func halfNotesAreHollowAndHaveNoBeam() {
        let bar = layout(SamplePatterns.pattern("half", 1, [(.half, "")]))
        #expect(count(bar) { if case .head(_, true) = $0 { true } else { false } } == 1)
        #expect(beams(bar).isEmpty)
    }

    @Test func timeIsSpacedEvenly() {
        let bar = layout(
            SamplePatterns.sixteenths, SamplePatterns.sixteenths, SamplePatterns.sixteenths,
            SamplePatterns.sixteenths)
        let steps = zip(heads(bar), heads(bar).dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 })
        #expect(heads(bar)[4] == bar.scale.x(ofTick: 12.0))
    }

    @Test func sixteenthsDoNotTouchInTheNarrowestBar() {
        let bar = NotationLayout(
            Array(repeating: SamplePatterns.sixteenths, count: 4), width: NotationLayout.leastWidth)
        let steps = zip(heads(bar), heads(bar).dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > 2 * NotationLayout.headRadius + 0.3 })
        #expect(heads(bar).last.map { $0 + NotationLayout.headRadius < NotationLayout.leastWidth } == true)
    }

    @Test func framesStandSideBySideAndHoldTheirNotes() throws {
        let bar = layout(
            SamplePatterns.quarter, SamplePatterns.syncopation, SamplePatterns.eighths)
        #expect(bar.frames.count == 3)
        #expect(bar.frames[0].right == bar.frames[1].left)
        #expect(bar.frames[1].right == bar.frames[2].left)
        for (frame, head) in zip(bar.frames, [heads(bar)[0], heads(bar)[1], heads(bar)[4]]) {
            #expect(frame.left < head - NotationLayout.headRadius)
        }
        #expect(try #require(bar.frames.last).right <= 40)
    }
}
