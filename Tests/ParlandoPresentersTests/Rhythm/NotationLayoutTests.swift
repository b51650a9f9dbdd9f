import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Signs of notation, without a window. Rules are those of Gould, *Behind Bars*, by her subjects.
struct NotationLayoutTests {
    typealias Sign = NotationLayout.Sign

    /// - Parameter text: of one pattern, see `Pattern(text:)`, which is repeated.
    private func layout(
        _ text: String, _ meter: Meter = .fourFour, bar: Int = 0, swing: Swing = .straight, isLast: Bool = false,
        width: Double = 700, height: Double = 90
    ) throws -> NotationLayout {
        let pattern = try Pattern.read(text)
        let music = Exercise(.sequence([pattern]), bars: nil, meter: meter, swing: swing).bar(bar)
        return NotationLayout(music, meter: meter, swing: swing, isLast: isLast, width: width, height: height)
    }

    private func library() throws -> PatternLibrary {
        try PatternLibrary(json: Data(contentsOf: ProjectFolder.root.appending(path: "data/patterns.json")))
    }

    private func count(_ layout: NotationLayout, _ condition: (Sign) -> Bool) -> Int {
        layout.signs.count(where: condition)
    }

    private func heads(_ layout: NotationLayout, below: Bool? = nil) -> [Double] {
        layout.signs.compactMap { sign in
            if case .head(_, let x, let y) = sign, below.map({ $0 == (y > 0) }) ?? true { x } else { nil }
        }
    }

    private func stems(_ layout: NotationLayout) -> [Double] {
        layout.signs.compactMap { if case .stem(let x, _, _) = $0 { x } else { nil } }
    }

    private func beams(_ layout: NotationLayout) -> [(from: Double, to: Double, y: Double)] {
        layout.signs.compactMap { if case .beam(let from, let to, let y) = $0 { (from, to, y) } else { nil } }
    }

    private func ties(_ layout: NotationLayout) -> [(from: Double, to: Double, y: Double)] {
        layout.signs.compactMap { if case .tie(let from, let to, let y, _) = $0 { (from, to, y) } else { nil } }
    }

    private func brackets(_ layout: NotationLayout) -> [Bool] {
        layout.signs.compactMap { if case .tuplet(_, _, _, _, let hasBracket, _) = $0 { hasBracket } else { nil } }
    }

    // MARK: Notes

    @Test func everyNoteButTheWholeHasAStem() throws {
        let bar = try layout("120 60 60 t40 t40 t40 30 30 30 30")
        #expect(heads(bar).count == 10 && stems(bar).count == 10)
        let whole = try layout("480")
        #expect(heads(whole).count == 1 && stems(whole).isEmpty)
        #expect(count(whole) { if case .head(.whole, _, _) = $0 { true } else { false } } == 1)
    }

    @Test func aDotIsInTheSpaceAboveTheLineBesideItsHead() throws {
        let bar = try layout("90 30 90 30 240")
        let dots = bar.signs.compactMap { if case .dot(let x, let y) = $0 { (x, y) } else { nil } }
        try #require(dots.count == 2)
        #expect(dots[0].0 > heads(bar)[0] + NotationLayout.headRadius && dots[0].0 < heads(bar)[1])
        #expect(dots.allSatisfy { $0.1 == -0.5 })
    }

    @Test func aRestHasNeitherHeadNorStem() throws {
        let bar = try layout("r120 360")
        #expect(heads(bar).count == 2)
        #expect(bar.signs.contains(.rest(.quarter, x: bar.scale.x(ofTick: 0), y: 0)))
    }

    /// Gould, whole-bar rests: in the middle between time signature and bar line.
    @Test func theRestOfAnEmptyBarIsInItsMiddle() throws {
        let bar = try layout("r360", .threeFour)
        let rests = bar.signs.compactMap { if case .rest(.whole, let x, _) = $0 { x } else { nil } }
        let rest = try #require(rests.first)
        let numbers = bar.signs.compactMap { if case .number(_, let x, _, let w) = $0 { x + w / 2 } else { nil } }
        let middle = (try #require(numbers.max()) + bar.scale.width) / 2
        #expect(abs(rest - middle) < 1)
    }

    // MARK: Beams

    @Test func twoEighthsShareOneBeamFromStemToStem() throws {
        let bar = try layout("60 60 120 240")
        try #require(beams(bar).count == 1)
        #expect(beams(bar)[0].from == stems(bar)[0] && beams(bar)[0].to == stems(bar)[1])
    }

    /// Gould, partial beams: they point to the note with which they make up the next longer value.
    @Test(arguments: [
        ("90 30 120", Meter.twoFour, 1, false), ("30 90 120", .twoFour, 0, true), ("90 30 60", .sixEight, 1, false),
        ("60 30 90", .sixEight, 1, true), ("t60 t20 t40 120", .twoFour, 1, false),
    ])
    func aShortNoteHasAStub(rhythm: String, meter: Meter, note: Int, pointsRight: Bool) throws {
        let bar = try layout(rhythm, meter)
        let stub = try #require(beams(bar).first { $0.y > -3.5 })
        let stem = stems(bar)[note]
        #expect((pointsRight ? stub.from : stub.to) == stem)
        #expect(stub.to - stub.from > 0.5 && stub.to - stub.from < 1)
    }

    /// Gould, secondary beams: thirty-seconds are divided into eighths.
    @Test func thirtySecondsAreJoinedByOneBeamOnly() throws {
        let bar = try layout("15 15 15 15 15 15 15 15 120", .twoFour)
        #expect(beams(bar).count { $0.y == -3.5 } == 1)
        #expect(beams(bar).count { $0.y > -3.5 } == 4)
    }

    @Test func singleNotesHaveFlags() throws {
        let bar = try layout("60 120 60 r90 30 r60 15 r45")
        #expect(beams(bar).isEmpty)
        for (flags, number) in [(1, 2), (2, 1), (3, 1)] {
            #expect(count(bar) { if case .flags(_, -3.5, flags, false) = $0 { true } else { false } } == number)
        }
    }

    // MARK: Tuplets

    /// Gould, tuplets: a beam over just these notes makes the bracket superfluous.
    @Test(arguments: [
        ("t40 t40 t40", [false]), ("q24 q24 q24 q24 q24", [false]), ("t80 t40", [true]), ("t80 t80 t80", [true]),
        ("t40 rt40 t40", [true]), ("t20 t20 t20 60", [true]),
    ])
    func aTupletHasABracketUnlessItIsBeamed(rhythm: String, isBracketed: [Bool]) throws {
        let bar = NotationLayout(try #require(Pattern(text: rhythm)))
        #expect(brackets(bar) == isBracketed)
    }

    @Test func aBracketReachesOverItsNotes() throws {
        let bar = try layout("t80 t80 t80 240")
        let tuplets = bar.signs.compactMap { sign in
            if case .tuplet(let number, let from, let to, _, _, _) = sign { (number, from, to) } else { nil }
        }
        let (number, from, to) = try #require(tuplets.first)
        #expect(number == 3 && from < heads(bar)[0] && to > heads(bar)[2] && to < heads(bar)[3])
    }

    // MARK: Ties

    /// Gould, ties: from head to head, on the other side of the stems; over a bar line they end at the edge.
    @Test func tiesJoinHeadsAndReachTheEdges() throws {
        let (first, second) = (try layout("120 480"), try layout("120 480", bar: 1))
        try #require(ties(first).count == 2)
        #expect(ties(first)[0].from > heads(first)[1] && ties(first)[0].to < heads(first)[2])
        #expect(ties(first)[1].from > heads(first)[2] && ties(first)[1].to < first.scale.width)
        #expect(ties(first)[1].to > first.scale.width - 0.5)
        let over = try #require(ties(second).first)
        let digits = second.signs.compactMap { if case .number(_, let x, _, let w) = $0 { x + w / 2 } else { nil } }
        #expect(over.to < heads(second)[0] && over.from > (digits.max() ?? 0))
        #expect((ties(first) + ties(second)).allSatisfy { $0.y > 0 })
    }

    // MARK: Two voices

    /// Gould, two parts on a line: stems point away from each other, rests move to their part.
    @Test func theSecondVoiceIsBelowTheLine() throws {
        let music = Exercise(.sequence([try #require(library()["poly-3-2"])]), bars: nil, meter: .twoFour).bar(0)
        let bar = NotationLayout(music, meter: .twoFour, width: 340, height: 80)
        #expect(heads(bar, below: false).count == 3 && heads(bar, below: true).count == 2)
        #expect(heads(bar, below: false)[0] == heads(bar, below: true)[0])
        let ends = bar.signs.compactMap { if case .stem(_, let from, let to) = $0 { (from, to) } else { nil } }
        #expect(ends.allSatisfy { ($0 < 0) == ($1 < 0) && abs($1) > abs($0) })
        let lowest = try #require(ends.map(\.1).max())
        #expect(bar.marks - 0.5 > lowest && bar.bottom > bar.marks + 1)
        #expect((bar.bottom - NotationLayout.top) * bar.space <= 80.001)
        let both = [Pattern.Element(ticks: 240, isRest: true), Pattern.Element(ticks: 240)]
        let rests = Pattern(id: "both", elements: both, companion: both)
        let shown = NotationLayout(rests)
        let places = shown.signs.compactMap { if case .rest(_, _, let y) = $0 { y } else { nil } }
        #expect(places.count == 2 && places[0] < -1 && places[1] > 1)
    }

    // MARK: Bars

    @Test func theTimeSignatureStandsOnBothSidesOfTheLine() throws {
        let bar = try layout("180", .twelveEight)
        let numbers = bar.signs.compactMap { if case .number(let n, _, let y, _) = $0 { (n, y) } else { nil } }
        #expect(numbers.map(\.0) == [12, 8])
        #expect(numbers[0].1 < 0 && numbers[1].1 > 0)
    }

    /// Gould, time signatures: once, at the beginning; the notes of later bars are below those of the first.
    @Test func laterRowsHaveNoTimeSignature() throws {
        let music = Exercise(.sequence([try Pattern.read("120")]), bars: nil).bar(1)
        let (first, later) = (
            NotationLayout(music, meter: .fourFour, width: 700, height: 90),
            NotationLayout(music, meter: .fourFour, showsMeter: false, width: 700, height: 90)
        )
        #expect(count(later) { if case .number = $0 { true } else { false } } == 0)
        #expect(later.scale == first.scale && later.space == first.space && heads(later) == heads(first))
        var screen = RhythmScreen(library: try library().patterns)
        (screen.preferences.rhythm.input, screen.preferences.rhythm.bars) = (.tap, 4)
        #expect(screen.rows.map(\.showsMeter) == [true, false])
        screen.place = .init(bar: 1, beat: 1, isCountIn: false)
        #expect(screen.rows.map(\.bar) == [2, 1] && screen.rows.map(\.showsMeter) == [true, false])
    }

    /// Gould, bar lines: a thin and a thick one at the end.
    @Test func theLastBarHasTheFinalBarLine() throws {
        let lines = { (bar: NotationLayout) in
            bar.signs.compactMap { if case .barLine(let x, let width) = $0 { (x, width) } else { nil } }
        }
        let (usual, last) = (lines(try layout("120")), lines(try layout("120", isLast: true)))
        #expect(usual.count == 1 && last.count == 2)
        #expect(last[0].0 < last[1].0 && last[1].1 > 3 * last[0].1)
    }

    @Test func bothRowsHaveTheSameScale() throws {
        let bars = [try layout("120"), try layout("30"), try layout("r480 480"), try layout("60 180", isLast: true)]
        #expect(bars.allSatisfy { $0.scale == bars[0].scale && $0.space == bars[0].space })
    }

    @Test func timeIsSpacedEvenly() throws {
        let bar = try layout("30")
        let steps = zip(heads(bar), heads(bar).dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 })
        #expect(heads(bar)[4] == bar.scale.x(ofTick: 120.0))
    }

    @Test func swungNotesAndTheirMarksAreWhereTheySound() throws {
        let swing = Swing(percent: 66)
        let bar = try layout("60 60 t40 t40 t40", swing: swing)
        #expect(abs(heads(bar)[1] - bar.scale.x(ofTick: 79.2)) < 1e-9)
        #expect(heads(bar)[3] == bar.scale.x(ofTick: 160.0))
        #expect(bar.x(ofMarkAt: 60) == heads(bar)[1])
        #expect(bar.x(ofMarkAt: 160) == heads(bar)[3])
    }

    @Test func voicesOfAPolyrhythmAreNotSwung() throws {
        let (pattern, swing) = (try #require(library()["poly-4-3"]), Swing(percent: 66))
        let music = Exercise(.sequence([pattern, pattern]), bars: 1, meter: .threeFour).bar(0)
        let bar = NotationLayout(music, meter: .threeFour, swing: swing, width: 700, height: 90)
        for tick in [0, 90, 180, 270] {
            #expect(bar.x(ofMarkAt: tick) == bar.scale.x(ofTick: Double(tick)))
            #expect(heads(bar, below: false).contains(bar.x(ofMarkAt: tick)))
        }
        #expect(heads(bar, below: true) == [0, 120, 240].map { bar.scale.x(ofTick: $0) })
    }

    @Test(arguments: Meter.allCases, ["30", "15", "t20", "q24", "120"])
    func notesDoNotTouchOnTheNarrowestPage(meter: Meter, rhythm: String) throws {
        let bar = try layout(rhythm, meter, isLast: true, width: 336, height: 56)
        let heads = heads(bar)
        #expect(zip(heads, heads.dropFirst()).allSatisfy { $1 - $0 > 2 * NotationLayout.headRadius + 0.3 })
        #expect(try #require(heads.last) + NotationLayout.headRadius < bar.scale.width - 1.05)
        #expect(abs(bar.scale.width * bar.space - 336) < 1e-6)
        #expect((bar.bottom - NotationLayout.top) * bar.space <= 56.001)
        #expect(bar.space > 3.3)
    }

    // MARK: Frames

    @Test func aFrameHoldsThePatternThatIsPlayed() throws {
        let patterns = ["120", "60 120 60", "60 60"].compactMap(Pattern.init(text:)).enumerated().map {
            Pattern(id: "p\($0)", beat: .any, elements: $1.elements)
        }
        let bar = NotationLayout(
            Exercise(.sequence(patterns), bars: nil).bar(0), meter: .fourFour, width: 700, height: 90)
        #expect(bar.frames.count == 4)
        #expect(bar.frames[1] == bar.frames[2])
        #expect(bar.frames[0].right == bar.frames[1].left && bar.frames[1].right == bar.frames[3].left)
        for (frame, head) in zip([bar.frames[0], bar.frames[1], bar.frames[3]], [0, 1, 5]) {
            #expect(frame.left < heads(bar)[head] - NotationLayout.headRadius)
        }
    }

    @Test func aRepeatedPatternIsFramedEachTime() throws {
        let pattern = try #require(library()["eighths"])
        let bar = NotationLayout(
            Exercise(.sequence([pattern]), bars: nil).bar(0), meter: .fourFour, width: 700, height: 90)
        #expect(Set(bar.frames.map(\.left)).count == 4)
        let three = try #require(library()["three-eighths"])
        let compound = NotationLayout(
            Exercise(.sequence([three]), bars: nil, meter: .sixEight).bar(0), meter: .sixEight, width: 700, height: 90)
        #expect(compound.frames.map(\.left) == [0, 180].map { compound.scale.x(ofTick: $0) - 0.9 })
    }

    @Test func aGroupIsFramedWherePatternsCannotBeToldApart() throws {
        let bar = try layout("60", .fiveEight)
        #expect(bar.frames[0] == bar.frames[1] && bar.frames[2] == bar.frames[4])
        #expect(bar.frames[1].right == bar.frames[2].left)
    }

    // MARK: Patterns alone

    @Test func singleNotesHaveOneScale() {
        let widths = PracticeWording.values.map { NotationLayout($0.pattern).scale.width }
        #expect(widths.count == 5 && widths.allSatisfy { abs($0 - 4) < 1e-9 })
    }

    @Test func everyPatternOfTheProgramIsDrawn() throws {
        for pattern in try library().patterns {
            let cell = NotationLayout(pattern)
            let lower = heads(cell, below: true).count
            #expect(lower == pattern.companion?.count ?? 0)
            #expect(heads(cell).count - lower >= pattern.elements.count { !$0.isRest })
            #expect(heads(cell).allSatisfy { $0 + NotationLayout.headRadius < cell.scale.width })
            let upper = heads(cell, below: false)
            #expect(zip(upper, upper.dropFirst()).allSatisfy { $1 - $0 > 2 * NotationLayout.headRadius + 0.3 })
            #expect(cell.scale.width < 23)
            #expect(count(cell) { if case .number = $0 { true } else { false } } == 0)
        }
    }
}
