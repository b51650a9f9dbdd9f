import Foundation
import ParlandoCore

/// Makes the rhythm of the first part with notes from the elements of a MusicXML score, which it gets in order.
struct Score {
    private(set) var isScore = false
    /// Name of the score, if this is the list of contents of an `.mxl` file.
    private(set) var root: String?
    private var title = ""
    private var part = ScorePart()
    private var chosen: ScorePart?
    private var time = ""
    private var text = ""
    /// Texts of the elements in a note.
    private var fields: [String: String] = [:]

    /// Of a title or number, in letters.
    private static let longestText = 200

    mutating func begin(_ name: String, _ attributes: [String: String]) {
        text = ""
        switch name {
        case "score-partwise": isScore = true
        case "rootfile": root = root ?? attributes["full-path"]
        case "part": part = ScorePart()
        case "measure": part.beginBar()
        case "note", "forward", "direction": fields = [:]
        case "backup": part.leaveVoice()
        case "time": time = ""
        case "tie", "tied": fields["tie " + (attributes["type"] ?? "")] = ""
        case "rest": fields["measure"] = attributes["measure"]
        case "repeat" where attributes["direction"] == "forward": part.bar.startsRepeat = true
        case "repeat": part.bar.passes = min(max(attributes["times"].flatMap { Int($0) } ?? 2, 2), 99)
        case "ending" where attributes["type"] == "start":
            let numbers = (attributes["number"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
            part.bar.endings = Set(numbers.filter { (1...99).contains($0) })
        case "ending": part.isLastOfEnding = true
        case "sound":
            part.adopt(quarters: Self.number(attributes["tempo"]))
            fields["per-minute"] = attributes["tempo"] == nil ? fields["per-minute"] : nil
            if !Set(["dacapo", "dalsegno", "tocoda", "fine"]).isDisjoint(with: attributes.keys) {
                part.omit(.jumps)
            }
        default: break
        }
    }

    mutating func add(_ text: String) {
        self.text += text
    }

    mutating func end(_ name: String) {
        let text = String(text.prefix(Self.longestText)).trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "work-title", "movement-title": title = title.isEmpty ? text : title
        case "divisions": part.divisions = max(1, Self.number(text))
        case "beat-type": time += (time.isEmpty ? "" : "+") + (fields["beats"] ?? "") + "/" + text
        case "time" where !time.isEmpty: part.adopt(time: String(time.prefix(Self.longestText)))
        case "note": part.add(fields, ticks: ticks)
        case "forward": part.add(["rest": ""], ticks: ticks)
        case "direction": part.adopt(quarters: quarters)
        case "measure": part.endBar()
        case "part" where part.hasStrokes:
            chosen?.omit(.otherParts)
            chosen = chosen ?? part
        default: fields[name] = text
        }
        self.text = ""
    }

    /// Throws `notMusicXML`, `noNotes` or `unsupportedMeter`.
    func rhythm() throws(ScoreError) -> ImportedRhythm {
        guard isScore, let chosen else {
            throw isScore ? .noNotes : .notMusicXML
        }
        return try chosen.rhythm(title: title)
    }

    /// Per minute, by a metronome mark such as `♩. = c. 60`; 0 without one.
    private var quarters: Double {
        let units = ["whole": 4, "half": 2, "quarter": 1, "eighth": 0.5, "16th": 0.25]
        let numbers = (fields["per-minute"] ?? "").split { !"0123456789.".contains($0) }
            .compactMap { Double($0.drop { $0 == "." }) }
        let dot = fields["beat-unit-dot"] == nil ? 1 : 1.5
        return units[fields["beat-unit"] ?? "", default: 0] * dot * (numbers.first ?? 0)
    }

    private var ticks: Double {
        min(Self.number(fields["duration"]) * Double(NoteValue.ticksPerQuarter) / part.divisions, ScorePart.longest)
    }

    fileprivate static func number(_ text: String?) -> Double {
        text.flatMap(Double.init).flatMap { $0.isFinite ? min(max($0, 0), 1_000_000) : nil } ?? 0
    }
}

/// The first voice of a part, bar by bar: all others come after it.
private struct ScorePart {
    struct Bar {
        var notes: [(element: Pattern.Element, isTiedBack: Bool, isTiedOn: Bool)] = []
        var ticks = 0
        var startsRepeat = false
        /// How often a section that ends here is played; 0 if none does.
        var passes = 0
        /// In which passes the bar is played; empty if in all.
        var endings: Set<Int> = []
    }

    private static let mostBars = 2000
    private static let shortest = 15.0
    static let longest = 60_000.0
    private static let replacements: [String: Meter] = [
        "2/2": .fourFour, "4/2": .fourFour, "3/2": .threeFour, "6/4": .threeFour, "4/8": .twoFour, "3/8": .sixEight,
    ]

    var bar = Bar()
    var divisions = 1.0
    var isLastOfEnding = false
    private var bars: [Bar] = []
    private var omitted: [Omission] = []
    private var meter: Meter?
    private var time: String?
    /// Per minute.
    private var quarters: Double?
    /// Ticks of a whole bar, by the latest time signature.
    private var length = 480.0
    /// Ticks from the beginning of the bar.
    private var place = 0.0
    private var isOtherVoice = false
    private var pickup = 0

    var hasStrokes: Bool {
        bars.contains { $0.notes.contains { !$0.element.isRest } }
    }

    mutating func omit(_ omission: Omission) {
        omitted += omitted.contains(omission) ? [] : [omission]
    }

    mutating func beginBar() {
        let last = bar
        bar = Bar()
        bar.endings = isLastOfEnding ? [] : last.endings
        (isLastOfEnding, isOtherVoice, place) = (false, false, 0)
    }

    mutating func endBar() {
        isOtherVoice = false
        bar.notes.isEmpty ? add(["rest": ""], ticks: length) : ()
        pickup = bars.isEmpty ? max(0, Int(length) - bar.ticks) : pickup
        bars.count < Self.mostBars ? bars.append(bar) : omit(.rest(fromBar: bars.count + 1))
    }

    mutating func leaveVoice() {
        isOtherVoice = true
        omit(.otherVoices)
    }

    mutating func adopt(quarters new: Double) {
        if new > 0 {
            let first = quarters ?? new
            quarters = first
            abs(first - new) > 0.5 ? omit(.tempos) : ()
        }
    }

    mutating func adopt(time new: String) {
        let halves = new.split(separator: "/")
        let upper = (halves.first ?? "").split(separator: "+").reduce(0) { min($0 + Int(Score.number(String($1))), 99) }
        let lower = max(1, Int(Score.number(halves.last.map(String.init))))
        length = Double(upper * 480 / lower)
        guard time == nil else {
            return time == new ? () : omit(.timeSignatures)
        }
        time = new
        let plain = "\(upper)/\(lower)"
        meter = halves.count == 2 ? Meter(rawValue: "\(plain) \(halves[0])") ?? Meter(rawValue: plain) : nil
        if meter == nil, let other = Self.replacements[new] {
            meter = other
            omit(.timeSignatures)
        }
    }

    /// - Parameter ticks: its length, which need not be a whole number.
    mutating func add(_ note: [String: String], ticks: Double) {
        if isOtherVoice {
            return
        } else if note["grace"] != nil {
            omit(.graceNotes)
        } else if note["chord"] == nil {
            append(note, ticks: note["measure"] == "yes" && ticks == 0 ? length : ticks)
        } else if let last = bar.notes.indices.last, note["tie stop"] == nil {
            // A chord is struck again unless all of it is tied.
            bar.notes[last].isTiedBack = false
        }
    }

    private mutating func append(_ note: [String: String], ticks: Double) {
        let times = Score.number(note["actual-notes"]) / max(1, Score.number(note["normal-notes"]))
        let tuplet: NoteValue.Tuplet? = times == 1.5 ? .triplet : times == 1.25 ? .quintuplet : nil
        let grid = tuplet == .triplet ? 10 : tuplet == .quintuplet ? 12 : Self.shortest
        let isWritable = place == Double(bar.ticks) && ticks.truncatingRemainder(dividingBy: grid) == 0
        place = min(place + ticks, Self.longest)
        isWritable ? () : omit(.rounded)
        let length = Int(isWritable ? place : (place / Self.shortest).rounded() * Self.shortest) - bar.ticks
        if length > 0 {
            let element = Pattern.Element(
                ticks: length, tuplet: isWritable ? tuplet : nil, isRest: note["rest"] != nil || note["cue"] != nil)
            bar.notes.append((element, note["tie stop"] != nil, note["tie start"] != nil))
            bar.ticks += length
        }
    }

    func rhythm(title: String) throws(ScoreError) -> ImportedRhythm {
        guard let meter = time == nil ? .fourFour : meter else {
            throw .unsupportedMeter(time ?? "")
        }
        var omitted = omitted
        var elements = pickup > 0 ? [Pattern.Element(ticks: pickup, isRest: true)] : []
        var isTied = false
        for index in order {
            guard elements.count + bars[index].notes.count < Pattern.mostElements else {
                omitted.removeAll { $0 == .rest(fromBar: bars.count + 1) }
                omitted.append(.rest(fromBar: index + 1))
                break
            }
            for (element, isTiedBack, isTiedOn) in bars[index].notes {
                let last = isTied && isTiedBack ? elements.last : nil
                if let last, Double(last.ticks + element.ticks) <= Self.longest {
                    let tuplet = last.tuplet == element.tuplet ? last.tuplet : nil
                    elements[elements.count - 1] = Pattern.Element(ticks: last.ticks + element.ticks, tuplet: tuplet)
                } else {
                    elements.append(element)
                }
                isTied = isTiedOn && !element.isRest
            }
        }
        guard elements.contains(where: { !$0.isRest }) else {
            throw .noNotes
        }
        let over = elements.reduce(0) { $0 + $1.ticks } % meter.ticksPerBar
        elements += over > 0 ? [Pattern.Element(ticks: meter.ticksPerBar - over, isRest: true)] : []
        return ImportedRhythm(
            pattern: Pattern(id: Pattern.ownID, beat: .any, elements: elements), meter: meter,
            tempo: quarters.map { Tempo(clamping: $0 * 120 / Double(meter.beatTicks)) }, title: title,
            omitted: omitted)
    }

    /// In which the bars are played.
    private var order: [Int] {
        var order: [Int] = []
        var (index, start, pass, isOver) = (0, 0, 1, false)
        while index < bars.count {
            let bar = bars[index]
            if bar.startsRepeat && index != start || isOver && bar.endings.isEmpty {
                (start, pass, isOver) = (index, 1, false)
            }
            guard bar.endings.isEmpty || bar.endings.contains(pass) else {
                (index, isOver) = (index + 1, true)
                continue
            }
            order.append(index)
            let group = bars[index...].prefix { !$0.endings.isEmpty }
            if bar.passes > 0, pass < max(bar.passes, group.flatMap(\.endings).max() ?? 0) {
                (index, pass, isOver) = (start, pass + 1, false)
            } else {
                (index, isOver) = (index + 1, isOver || bar.passes > 0 || !bar.endings.isEmpty)
            }
        }
        return order
    }
}
