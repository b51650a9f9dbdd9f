import ParlandoCore
import Testing

@testable import ParlandoPresenters

/// How rhythms are written in each metre. The rules are those of Elaine Gould, *Behind Bars*, by her subjects.
struct WrittenBarTests {
    /// A rhythm as `Pattern(text:)` reads it, and what is written: w h q e s t for values from the whole note to the
    /// thirty-second, `.` for a dot, `r` for a rest, `~` for a tie, `[ ]` for a beam, `(3 )` for a tuplet, R for a bar.
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let meter: Meter
        let rhythm: String
        let written: String

        init(_ rule: String, _ meter: Meter, _ rhythm: String, _ written: String) {
            (self.rule, self.meter, self.rhythm, self.written) = (rule, meter, rhythm, written)
        }

        var testDescription: String {
            "\(rule), \(meter.rawValue): \(rhythm)"
        }
    }

    static let middle = [
        Case("Grouping of note values, a bar may be one note", .fourFour, "480", "w"),
        Case("Grouping of note values, dotted half on beat 1", .fourFour, "360 120", "h. q"),
        Case("The middle of 4/4, exception: half on beat 2", .fourFour, "120 240 120", "q h q"),
        Case("The middle of 4/4 is shown", .fourFour, "120 360", "q q~ h"),
        Case("The middle of 4/4 is shown", .fourFour, "180 120 180", "q. e~ e q."),
        Case("The middle of 4/4 is shown", .fourFour, "120 180 180", "q q~ e q."),
        Case("The middle of 4/4 is shown", .fourFour, "60 240 180", "e q.~ e q."),
        Case("The middle of 4/4 is shown, with the fewest notes", .fourFour, "420 60", "h~ q. e"),
        Case("The middle of 4/4 is shown, with the fewest notes", .fourFour, "60 420", "e q.~ h"),
        Case("Syncopation within half a bar", .fourFour, "60 120 60 240", "e q e h"),
        Case("Syncopation within half a bar", .twoFour, "60 120 60", "e q e"),
        Case("Dotted notes off the beat within half a bar", .fourFour, "60 180 180 60", "e q. q. e"),
        Case("Syncopation within a beat", .fourFour, "90 30 30 90 30 60 30 120", "[e. s] [s e.] [s e s] q"),
        Case("Beats are shown where there are sixteenths", .fourFour, "210 270", "q~ [e. s~] h"),
        Case(
            "Beats are shown where there are sixteenths", .fourFour, "90 60 60 60 60 60 90",
            "[e. s~] [s e s~] [s e s~] [s e.]"),
        Case(
            "Eighths are shown where there are thirty-seconds", .fourFour, "75 45 45 75 240",
            "[e~ t s.] [s. t~ e] h"),
        Case("3/4 has no middle", .threeFour, "360", "h."),
        Case("3/4 has no middle", .threeFour, "120 240", "q h"),
        Case("3/4 is not to look like 6/8", .threeFour, "180 180", "q. e~ q"),
        Case("3/4: beats are shown", .threeFour, "60 240 60", "e q.~ [e e]"),
        Case("3/4: four against three", .threeFour, "90 90 90 90", "[e. s~] [e e~] [s e.]"),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "600", "h.~ h"),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "360 240", "h. h"),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "240 360", "h h."),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "480 120", "h.~ q q"),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "240 240 120", "h q~ q q"),
        Case("5/4 is 3 + 2 or 2 + 3", .fiveFour, "120 240 240", "q h h"),
    ]

    static let rests = [
        Case("A whole-bar rest in any metre", .fourFour, "r480 480", "R"),
        Case("A whole-bar rest in any metre", .threeFour, "r120 r120 r120 360", "R"),
        Case("A whole-bar rest in any metre", .sixEight, "r60 r300 360", "R"),
        Case("A half rest only for half a bar", .fourFour, "r120 r120 120 120", "rh q q"),
        Case("A half rest only for half a bar", .fourFour, "120 r240 120", "q rq rq q"),
        Case("A half rest only for half a bar", .fourFour, "120 r360", "q rq rh"),
        Case("No half rests in 3/4", .threeFour, "r240 120", "rq rq q"),
        Case("Rests show each beat and are not dotted over it", .fourFour, "r60 60 r180 180", "re e rq re q."),
        Case(
            "Rests show the division of a beat", .fourFour, "30 r90 r90 30 30 r60 30 120", "s rs re re. s s rs rs s q"),
        Case("Dotted rests for beats of compound time", .sixEight, "r180 180", "rq. q."),
        Case("Dotted rests for beats of compound time", .nineEight, "r360 180", "rq. rq. q."),
        Case("Dotted rests for half a bar of 12/8", .twelveEight, "r360 r180 180", "rh. rq. q."),
        Case("Dotted rests for half a bar of 12/8", .twelveEight, "180 r360 180", "q. rq. rq. q."),
        Case("A quarter rest only for the first two eighths", .sixEight, "r120 60 60 r120", "rq e e re re"),
        Case("Rests show the groups", .sevenEight, "r120 300", "rq q~ q."),
        Case("Rests show the groups", .sevenEight, "120 120 r180", "q q rq."),
    ]

    static let compound = [
        Case("Compound time: a dotted quarter for a beat", .sixEight, "180 180", "q. q."),
        Case("Compound time: a dotted half for two beats", .sixEight, "360", "h."),
        Case("Compound time: beats are shown", .sixEight, "240 120", "q.~ e q"),
        Case("Compound time: beats are shown", .sixEight, "60 180 120", "e q~ e q"),
        Case("Compound time: beats are shown", .sixEight, "120 120 120", "q e~ e q"),
        Case("Compound time: beats are shown", .sixEightInEighths, "300 60", "q.~ q e"),
        Case("Compound time: beams of a beat", .sixEight, "60 60 60 120 60", "[e e e] q e"),
        Case("Compound time: beams of a beat", .sixEight, "90 30 60 30 30 30 30 30 30", "[e. s e] [s s s s s s]"),
        Case("Compound time: two in the time of three are dotted", .sixEight, "90 90 180", "[e. e.] q."),
        Case("9/8: three beats", .nineEight, "540", "h.~ q."),
        Case("9/8: three beats", .nineEight, "180 360", "q. h."),
        Case("12/8: the middle is shown as in 4/4", .twelveEight, "720", "w."),
        Case("12/8: the middle is shown as in 4/4", .twelveEight, "600 120", "h.~ q.~ e q"),
        Case("12/8: the middle, exception: dotted half on beat 2", .twelveEight, "180 360 180", "q. h. q."),
        Case("Irregular metres: groups are shown", .fiveEight, "300", "q~ q."),
        Case("Irregular metres: groups are shown", .fiveEight, "180 120", "q~ e q"),
        Case("Irregular metres: groups are shown", .fiveEightThreeTwo, "180 120", "q. q"),
        Case("Irregular metres: whole groups may be one note", .sevenEight, "240 180", "h q."),
        Case("Irregular metres: whole groups may be one note", .sevenEightThreeTwoTwo, "420", "q.~ h"),
    ]

    static let beams = [
        Case(
            "Beams: four eighths of half a bar of 4/4", .fourFour, "60 60 60 60 60 60 60 60", "[e e e e] [e e e e]"),
        Case(
            "Beams: by beats where there are shorter values", .fourFour, "60 60 60 30 30 60 60 60 60",
            "[e e] [e s s] [e e e e]"),
        Case("Beams: not over the middle of 4/4", .fourFour, "120 60 60 60 60 120", "q [e e] [e e] q"),
        Case("Beams: the bar of 2/4", .twoFour, "60 60 60 60", "[e e e e]"),
        Case("Beams: the bar of 3/4, if all are eighths", .threeFour, "60 60 60 60 60 60", "[e e e e e e]"),
        Case("Beams: the bar of 3/4, if all are eighths", .threeFour, "120 60 60 60 60", "q [e e] [e e]"),
        Case("Beams: by beats in 5/4", .fiveFour, "60 60 60 60 360", "[e e] [e e] h."),
        Case("Beams: groups of irregular metres", .fiveEight, "60 60 60 60 60", "[e e] [e e e]"),
        Case("Beams: groups of irregular metres", .fiveEightThreeTwo, "60 60 60 60 60", "[e e e] [e e]"),
        Case(
            "Beams: groups of irregular metres", .sevenEightTwoThreeTwo, "60 60 60 60 60 60 60",
            "[e e] [e e e] [e e]"),
        Case("Beams: not over rests", .twoFour, "30 30 r30 30 120", "[s s] rs s q"),
        Case("Flags for single notes", .twoFour, "60 r60 r60 60", "e re re e"),
    ]

    static let tuplets = [
        Case(
            "Tuplets: a triplet for a beat, with rests or longer notes", .fourFour,
            "t40 t40 t40 t40 rt40 t40 t80 t40 120", "(3 [e e e]) (3 e re e) (3 q e) q"),
        Case("Tuplets: over several beats", .fourFour, "t80 t80 t80 240", "(3 q q q) h"),
        Case("Tuplets: five in the time of four", .twoFour, "q24 q24 q24 q24 q24 120", "(5 [s s s s s]) q"),
        Case("Tuplets: over several beats", .fourFour, "q96 q96 q96 q96 q96", "(5 q q q q q)"),
        Case("Tuplets: one beam over two beats", .twoFour, "q48 q48 q48 q48 q48", "(5 [e e e e e])"),
        Case("Tuplets: joined with the rest of the beat", .twoFour, "t20 t20 t20 60 120", "(3 [s s s) e] q"),
        Case("Tuplets: not over the bar line", .threeFour, "120 120 t80 t80 t80", "q q (3 q e~) | (3 ~e q) q q"),
        Case("Tuplets: not over the bar line", .threeFour, "120 q96 q96 q96 q96 q96", "q (5 q q e~) | (5 ~e q q) q"),
        Case(
            "Tuplets: cut at beats if the bar line cuts them", .fourFour, "120 q96 q96 q96 q96 q96",
            "q (5 q s~) (5 [e. e~]) (5 [e e.~]) | (5 ~s q) q (5 q q e~)"),
    ]

    static let crossing = [
        Case("Ties: over bar lines", .fourFour, "120 480", "q q~ h~ | ~q q h~"),
        Case("Ties: over bar lines", .sixEight, "300 300", "q.~ q e~ | ~q.~ e q~"),
        Case("Ties: never of rests", .twoFour, "120 r240 120", "q rq | rq q"),
    ]

    @Test(arguments: middle + rests + compound + beams + tuplets + crossing)
    func aBarIsWrittenByTheRule(example: Case) throws {
        let pattern = try Pattern.read(example.rhythm)
        let bars = example.written.split(separator: " | ").count
        let exercise = Exercise(.sequence([pattern]), bars: bars + 1, meter: example.meter)
        let written = (0..<bars).map { spelled(WrittenBar(exercise.bar($0).played, meter: example.meter)) }
        #expect(written.joined(separator: " | ") == example.written)
    }

    /// Gould asks that each bar is complete and each group can be seen.
    @Test(arguments: Meter.allCases) func anyBarIsCompleteAndShowsItsGroups(meter: Meter) throws {
        var draws = SplitMix(seed: 44)
        let lengths = [15, 30, 30, 45, 60, 60, 75, 90, 105, 120, 120, 150, 180, 210, 240, 300, 360, 480]
        for _ in 0..<60 {
            let elements = (0..<40).compactMap { _ in
                lengths.randomElement(using: &draws).map { Pattern.Element(ticks: $0, isRest: draws.next() % 4 == 0) }
            }
            let exercise = Exercise(
                .sequence([Pattern(id: "own", beat: .any, elements: elements)]), bars: nil, meter: meter)
            for index in 0..<8 {
                let line = exercise.bar(index).played
                check(WrittenBar(line, meter: meter), of: line, in: meter)
            }
        }
    }

    private func check(_ bar: WrittenBar, of line: [PlacedElement], in meter: Meter) {
        var tick = 0
        for (index, note) in bar.notes.enumerated() {
            #expect(note.start == tick)
            tick = note.end
            let next = bar.notes.indices.contains(index + 1) ? bar.notes[index + 1] : nil
            // A tie joins parts of one note, and rests have none.
            let element = line.first { $0.start <= note.start && note.start < $0.end }
            let goesOn = element.map { $0.end > note.end } ?? false
            #expect(note.isTied == (goesOn && !note.isRest))
            #expect(!note.isTied || next?.isRest != true)
            #expect(note.isTiedOver == (!note.isRest && note.start == 0 && (element?.start ?? 0) < 0))
            let group = meter.group(at: note.start)
            if note.end > group.upperBound {
                let startsBeat = note.start == group.lowerBound
                let isSyncopation = meter.lower == 4 && note.end <= group.lowerBound + 240
                #expect(startsBeat || isSyncopation, "\(note) in \(meter.rawValue)")
                #expect(!note.isRest || note.value.ticks * 2 == meter.ticksPerBar)
            }
        }
        #expect(bar.notes.isEmpty ? line.allSatisfy(\.element.isRest) : tick == meter.ticksPerBar)
        for beam in bar.beams {
            let notes = bar.notes[beam]
            let (first, last) = (notes[beam.lowerBound], notes[beam.upperBound - 1])
            let isOneGroup = meter.group(at: first.start) == meter.group(at: last.start)
            let isEighths = notes.allSatisfy { $0.value.ticks == 60 } && meter.lower == 4
            #expect(notes.allSatisfy { $0.beams > 0 } && (isOneGroup || isEighths))
            #expect(meter != .fourFour || first.start / 240 == last.start / 240)
        }
    }

    private func spelled(_ bar: WrittenBar) -> String {
        guard !bar.notes.isEmpty else {
            return "R"
        }
        let letters: [NoteValue.Base: String] = [
            .whole: "w", .half: "h", .quarter: "q", .eighth: "e", .sixteenth: "s", .thirtySecond: "t",
        ]
        return bar.notes.enumerated().map { index, note in
            let isFirst = index == 0 || bar.notes[index - 1].tuplet != note.tuplet
            let isLast = index == bar.notes.count - 1 || bar.notes[index + 1].tuplet != note.tuplet
            let number = note.value.tuplet.map { "\($0.number)" } ?? ""
            return (note.tuplet != nil && isFirst ? "(\(number) " : "") + (note.isTiedOver ? "~" : "")
                + (bar.beams.contains { $0.lowerBound == index } ? "[" : "") + (note.isRest ? "r" : "")
                + (letters[note.value.base] ?? "") + (note.value.isDotted ? "." : "") + (note.isTied ? "~" : "")
                + (bar.beams.contains { $0.upperBound - 1 == index } ? "]" : "")
                + (note.tuplet != nil && isLast ? ")" : "")
        }.joined(separator: " ")
    }
}

extension Pattern {
    /// Like `init(text:)`, also without a note.
    static func read(_ text: String) throws -> Pattern {
        let elements = try #require(Pattern(text: "60 " + text)).elements
        return Pattern(id: ownID, beat: .any, elements: Array(elements.dropFirst()))
    }
}
