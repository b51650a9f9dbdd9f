import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

@Suite struct FileScoresTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A score as MuseScore exports it.
    ///
    /// - Parameters:
    ///   - bars: each the XML within a `measure`; in the first one, `divisions` are 12 to the quarter.
    private static func score(_ bars: [String], time: String = "4/4", head: String = "", title: String = "") -> String {
        let halves = time.split(separator: "/")
        let signature =
            time.isEmpty ? "" : "<time><beats>\(halves[0])</beats><beat-type>\(halves[1])</beat-type></time>"
        let measures = bars.enumerated().map { index, bar in
            let start =
                "<attributes><divisions>12</divisions><key><fifths>0</fifths></key>\(signature)"
                + "<clef><sign>G</sign><line>2</line></clef></attributes>"
            return "<measure number=\"\(index + 1)\" width=\"200.5\">\(index == 0 ? start : "")\(bar)</measure>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
            \(head)<score-partwise version="4.0"><work><work-title>\(title)</work-title></work>
            <part-list><score-part id="P1"><part-name>Flute</part-name></score-part></part-list>
            <part id="P1">\(measures.joined(separator: "\n"))</part></score-partwise>
            """
    }

    /// Notes such as `12 r6 6`, in twelfths of a quarter; `-` behind one, and before the next one, ties them, `+` before one adds it to
    /// a chord, `t` and `q` are of a triplet and a quintuplet.
    private static func notes(_ text: String, voice: Int = 1, staff: Int = 1) -> String {
        return text.split(separator: " ").map { word in
            let isRest = word.hasPrefix("r")
            let pitch = "<pitch><step>C</step><octave>5</octave></pitch>"
            let stop = word.hasPrefix("-") ? "<tie type=\"stop\"/>" : ""
            let tie = stop + (word.hasSuffix("-") ? "<tie type=\"start\"/>" : "")
            let ratio = word.contains("t") ? (3, 2) : word.contains("q") ? (5, 4) : word.contains("s") ? (7, 4) : (1, 1)
            let tuplet =
                "<time-modification><actual-notes>\(ratio.0)</actual-notes>"
                + "<normal-notes>\(ratio.1)</normal-notes></time-modification>"
            return "<note default-x=\"80.1\">\(word.hasPrefix("+") ? "<chord/>" : "")\(isRest ? "<rest/>" : pitch)"
                + "<duration>\(word.filter(\.isNumber))</duration>\(tie)<voice>\(voice)</voice>"
                + "\(ratio == (1, 1) ? "" : tuplet)<staff>\(staff)</staff></note>"
        }.joined()
    }

    private func read(_ xml: String) async throws -> ImportedRhythm {
        try folder.write(Array(xml.utf8), to: "score.musicxml")
        return try await FileScores().rhythm(at: folder.file("score.musicxml"))
    }

    private func text(_ bars: String..., time: String = "4/4") async throws -> String {
        try await read(Self.score(bars.map { Self.notes($0) }, time: time)).pattern.text
    }

    @Test func lengthsRestsDotsTupletsAndChordsBecomeOneLine() async throws {
        #expect(try await text("12 r6 6 18 6") == "120 r60 60 180 60")
        #expect(try await text("t4 t4 rt4 12 12 12") == "t40 t40 rt40 120 120 120")
        #expect(try await text("24 +24 12 +12 +12 12") == "240 120 120")
        #expect(try await text("3 3 6 9 3 24") == "30 30 60 90 30 240")
    }

    @Test func aScoreWhoseNameIsNoTextIsRead() async throws {
        let path = folder.file(PathBytes.text([0x63, 0xE9]))
        try await FileTextSaver().save(Self.score([Self.notes("48")]), to: path)
        #expect(try await FileScores().rhythm(at: path).pattern.text == "480")
    }

    @Test func quintupletsAreCountedInTheirOwnDivisions() async throws {
        let bar = "<attributes><divisions>5</divisions></attributes>" + Self.notes("q1 q1 q1 q1 q1 15")
        #expect(try await read(Self.score([bar])).pattern.text == "q24 q24 q24 q24 q24 360")
    }

    @Test func tiesMergeAlsoOverBarLinesUnlessAChordIsStruckAgain() async throws {
        #expect(try await text("36 12-", "-12 36") == "360 240 360")
        #expect(try await text("24- -24", "48") == "480 480")
        let tied = "<note><pitch/><duration>24</duration><tie type=\"start\"/></note>"
        let held = "<note><pitch/><duration>24</duration><tie type=\"stop\"/></note>"
        let new = "<note><chord/><pitch/><duration>24</duration></note>"
        #expect(try await read(Self.score([tied + held])).pattern.text == "480")
        #expect(try await read(Self.score([tied + held + new])).pattern.text == "240 240")
    }

    @Test func anUnfinishedTieIsANoteOfItsOwn() async throws {
        let loose = "<note><pitch/><duration>24</duration><tie type=\"stop\"/></note>"
        #expect(try await read(Self.score([loose + loose])).pattern.text == "240 240")
    }

    @Test func theMeterTempoTitleAndBarsAreTaken() async throws {
        let mark = #"<direction><sound tempo="90"/></direction>"#
        let bars = [mark + Self.notes("18 18"), Self.notes("6 6 6 18")]
        let rhythm = try await read(Self.score(bars, time: "6/8", title: "A &amp; B"))
        #expect((rhythm.meter, rhythm.bars, rhythm.tempo) == (.sixEight, 2, Tempo(beatsPerMinute: 60)))
        #expect(rhythm.title == "A & B" && rhythm.omitted.isEmpty)
        #expect(Pattern(text: rhythm.pattern.text) == rhythm.pattern)
    }

    @Test(arguments: [
        ("quarter", "60", "", 60.0), ("quarter", "60", "dot", 90), ("eighth", "c. 180", "", 90),
        ("half", "60-72", "", 120), ("quarter", "ca.60", "", 60),
        ("quarter", "60", #"<sound tempo="75"/>"#, 75), ("quarter", "60", #"<sound dynamics="80"/>"#, 60),
    ]) func aMetronomeMarkIsTheTempoUnlessOneIsGiven(
        unit: String, number: String, other: String, tempo: Double
    ) async throws {
        let dot = other == "dot" ? "<beat-unit-dot/>" : ""
        let mark =
            "<direction><direction-type><metronome><beat-unit>\(unit)</beat-unit>\(dot)"
            + "<per-minute>\(number)</per-minute></metronome></direction-type>\(dot.isEmpty ? other : "")</direction>"
        let words = "<direction><direction-type><words>dolce</words></direction-type></direction>"
        let rhythm = try await read(Self.score([mark + Self.notes("48"), words + Self.notes("48")]))
        #expect(rhythm.tempo == Tempo(beatsPerMinute: tempo) && rhythm.omitted.isEmpty)
        let later = [#"<sound tempo="200"/>"# + Self.notes("48"), mark + Self.notes("48")]
        #expect(try await read(Self.score(later)).omitted == [.tempos])
    }

    @Test(arguments: [
        ("2+3/8", Meter.fiveEight), ("3+2/8", .fiveEightThreeTwo), ("7/8", .sevenEight),
        ("3+2+2/8", .sevenEightThreeTwoTwo),
        ("12/8", .twelveEight), ("3/4", .threeFour), ("", .fourFour),
    ])
    func metersAreFoundWithTheirGroups(time: String, meter: Meter) async throws {
        #expect(try await read(Self.score([Self.notes("12 6")], time: time)).meter == meter)
    }

    @Test func aMeterThatIsNotOfferedIsReplacedByOneOfTheSameBeatsOrRefused() async throws {
        let bars = [Self.notes("18"), Self.notes("6 12"), Self.notes("18")]
        let rhythm = try await read(Self.score(bars, time: "3/8"))
        #expect((rhythm.meter, rhythm.bars) == (.sixEight, 2))
        #expect(rhythm.pattern.text == "180 60 120 180 r180")
        #expect(rhythm.omitted == [.timeSignatures])
        let large = "\(Int.max)"
        for time in ["7/16", "13/8", "x/y", "99999999999999999999/0", "3+\(large)/8", "\(large)+\(large)/\(large)"] {
            await #expect(throws: ScoreError.unsupportedMeter(time)) {
                try await read(Self.score([Self.notes("6")], time: time))
            }
        }
    }

    @Test func aPickupComesAfterARestAndTheLastBarIsFilled() async throws {
        let rhythm = try await read(
            Self.score([Self.notes("6 6"), Self.notes("12 12 12"), Self.notes("24")], time: "3/4"))
        #expect(rhythm.pattern.text == "r240 60 60 120 120 120 240 r120")
        #expect(rhythm.bars == 3)
    }

    /// A bar may be shorter than its time signature, as in old music.
    @Test func restsOfWholeBarsAreAsLongAsStatedElseAsTheBar() async throws {
        let rest = "<note><rest measure=\"yes\"/></note>"
        let short = "<note><rest measure=\"yes\"/><duration>24</duration></note>"
        let many = "<attributes><measure-style><multiple-rest>2</multiple-rest></measure-style></attributes>"
        let bars = [Self.notes("36"), many + rest, short, "", Self.notes("36 12")]
        #expect(try await read(Self.score(bars, time: "3/4")).pattern.text == "360 r360 r240 r360 360 120")
    }

    @Test func oneVoiceOfOneStaffIsTaken() async throws {
        let bar =
            Self.notes("24 24") + "<backup><duration>48</duration></backup>" + Self.notes("12 12 12 12", voice: 2)
            + "<backup><duration>48</duration></backup>" + Self.notes("48", voice: 5, staff: 2)
        let gap = Self.notes("12") + "<forward><duration>24</duration></forward>" + Self.notes("12")
        let grace = "<note><grace/><pitch/><voice>1</voice></note>" + Self.notes("48")
        let cue = "<note><cue/><pitch/><duration>48</duration></note>"
        let rhythm = try await read(Self.score([bar, gap, grace, cue]))
        #expect(rhythm.pattern.text == "240 240 120 r240 120 480 r480")
        #expect(rhythm.omitted == [.otherVoices, .graceNotes])
        // What crosses to the other staff stays in its voice.
        let crossing = Self.notes("24") + Self.notes("24", staff: 2)
        #expect(try await read(Self.score([crossing])).pattern.text == "240 240")
    }

    private static let forward = #"<barline location="left"><repeat direction="forward"/></barline>"#
    private static let backward = #"<barline location="right"><repeat direction="backward"/></barline>"#

    private static func ending(_ numbers: String, _ bar: String, repeats: Bool = false) -> String {
        #"<barline location="left"><ending number="\#(numbers)" type="start"/></barline>"# + bar
            + #"<barline location="right"><ending number="\#(numbers)" type="stop"/>"#
            + (repeats ? #"<repeat direction="backward"/>"# : "") + "</barline>"
    }

    /// A bar that is known by its first note.
    private static func bar(_ length: Int) -> String {
        notes("\(length) r\(48 - length)")
    }

    private func order(_ bars: [String]) async throws -> [Int] {
        try await read(Self.score(bars)).pattern.elements.filter { !$0.isRest }.map { $0.ticks / 30 }
    }

    @Test func repeatsAreWrittenOut() async throws {
        let bars = (1...6).map { Self.bar($0 * 3) }
        #expect(try await order([bars[0], bars[1] + Self.backward, bars[2]]) == [1, 2, 1, 2, 3])
        #expect(
            try await order([bars[0], Self.forward + bars[1], bars[2] + Self.backward, bars[3]]) == [1, 2, 3, 2, 3, 4])
        let thrice = #"<barline><repeat direction="backward" times="3"/></barline>"#
        #expect(try await order([bars[0] + thrice, bars[1] + Self.backward]) == [1, 1, 1, 2, 2])
    }

    @Test func endingsArePlayedInTheirPasses() async throws {
        let bars = (1...6).map { Self.bar($0 * 3) }
        let first = Self.ending("1", bars[1], repeats: true)
        #expect(try await order([bars[0], first, Self.ending("2", bars[2]), bars[3]]) == [1, 2, 1, 3, 4])
        #expect(try await order([bars[0], first, bars[3]]) == [1, 2, 1, 4])
        let both = Self.ending("1, 2", bars[1], repeats: true)
        #expect(try await order([bars[0], both, Self.ending("3", bars[2]), bars[3]]) == [1, 2, 1, 2, 1, 3, 4])
        // Some programs let the last ending end with a repeat as well.
        let last = Self.ending("2", bars[2], repeats: true)
        #expect(try await order([bars[0], first, last, bars[3] + Self.backward]) == [1, 2, 1, 3, 4, 4])
        // An ending of two bars.
        let begin = #"<barline location="left"><ending number="1" type="start"/></barline>"# + bars[1]
        let end = bars[2] + #"<barline><ending number="1" type="stop"/><repeat direction="backward"/></barline>"#
        #expect(try await order([bars[0], begin, end, Self.ending("2", bars[3]), bars[4]]) == [1, 2, 3, 1, 4, 5])
    }

    @Test func whatIsNotUnderstoodIsSaid() async throws {
        let bars = [
            #"<sound tempo="100"/>"# + Self.notes("48"), #"<sound tempo="80"/>"# + Self.notes("48"),
            "<attributes><time><beats>3</beats><beat-type>4</beat-type></time></attributes>" + Self.notes("36"),
            #"<direction><sound dacapo="yes"/></direction>"# + Self.notes("12"),
        ]
        let rhythm = try await read(Self.score(bars))
        #expect(rhythm.omitted == [.tempos, .timeSignatures, .jumps])
        #expect(rhythm.tempo == Tempo(beatsPerMinute: 100))
        #expect(rhythm.meter == .fourFour)
    }

    @Test func lengthsThatCannotBeWrittenAreRoundedWithoutDrift() async throws {
        let septuplet = "<attributes><divisions>7</divisions></attributes>" + Self.notes("s1 s1 s1 s1 s1 s1 s1 21")
        let rhythm = try await read(
            Self.score([septuplet, "<attributes><divisions>12</divisions></attributes>" + Self.notes("48")]))
        #expect(rhythm.pattern.elements.map(\.ticks).suffix(2) == [360, 480])
        #expect(rhythm.pattern.ticks == 960)
        #expect(rhythm.pattern.elements.allSatisfy { $0.ticks % 15 == 0 })
        #expect(rhythm.omitted == [.rounded])
    }

    @Test func moreThanAnExerciseCanHaveIsCut() async throws {
        let times = #"<barline><repeat direction="backward" times="99"/></barline>"#
        let rhythm = try await read(
            Self.score([Self.notes("12 12 12 12"), Self.notes("3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3") + times]))
        #expect(rhythm.bars == 99 * 2)
        let full = try await read(
            Self.score(Array(repeating: Self.notes("3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3"), count: 300)))
        #expect(full.bars == 255)
        #expect(full.omitted == [.rest(fromBar: 256)])
        let long = try await read(Self.score(Array(repeating: Self.notes("48"), count: 2100)))
        #expect((long.bars, long.omitted) == (2000, [.rest(fromBar: 2001)]))
        #expect(Pattern(text: full.pattern.text) == full.pattern)
    }

    @Test func theFirstPartWithNotesIsTakenAndThatThereAreOthersIsSaid() async throws {
        let parts = ["r48", "12 36", "36 12"].enumerated().map { index, bar in
            "<part id=\"\(index)\"><measure><attributes><divisions>12</divisions></attributes>\(Self.notes(bar))</measure></part>"
        }
        let rhythm = try await read("<score-partwise>\(parts.joined())</score-partwise>")
        #expect((rhythm.pattern.text, rhythm.omitted) == ("120 360", [.otherParts]))
        let alone = try await read("<score-partwise>\(parts[0])\(parts[1])</score-partwise>")
        #expect(alone.omitted.isEmpty)
    }

    @Test func aLongTitleIsCut() async throws {
        let title = String(repeating: "x", count: 100_000)
        #expect(try await read(Self.score([Self.notes("48")], title: title)).title.count == 200)
    }

    @Test func whatIsNoScoreIsRefused() async throws {
        for text in ["", "MThd", "{}", "<html/>", "<score-timewise/>"] {
            await #expect(throws: ScoreError.notMusicXML, "\(text)") { try await read(text) }
        }
        await #expect(throws: ScoreError.noNotes) { try await read(Self.score([Self.notes("r48")])) }
        let whole = Self.score([Self.notes("12 12 12 12")])
        await #expect(throws: ScoreError.damaged) { try await read(String(whole.prefix(whole.count - 40))) }
        await #expect(throws: ScoreError.unreadable) { try await FileScores().rhythm(at: folder.file("none")) }
    }

    @Test func numbersFarOutOfRangeDoNoHarm() async throws {
        for number in ["-5", "1e308", "nan", "inf", "99999999999999999999"] {
            let bar =
                "<note><pitch/><duration>\(number)</duration></note><backup><duration>\(number)</duration></backup>"
                + "<forward><duration>\(number)</duration></forward>" + Self.notes("12")
            let rhythm = try? await read(Self.score([bar, Self.notes("48")]))
            #expect((rhythm?.pattern.elements ?? []).allSatisfy { (1...60_000).contains($0.ticks) })
        }
    }

    @Test(.timeLimit(.minutes(1))) func entitiesAreNeitherExpandedNorFetched() async throws {
        try folder.write(Array("12".utf8), to: "secret")
        let bomb = (1...30).map { "<!ENTITY e\($0) \"" + String(repeating: "&e\($0 - 1);", count: 20) + "\">" }.joined()
        let note = "<note><pitch/><duration>&e;</duration></note>"
        for entity in ["SYSTEM \"file://\(folder.file("secret"))\"", "SYSTEM \"http://127.0.0.1:9/\"", "\"12\""] {
            let xml = Self.score([note]).replacing(
                "\"http://www.musicxml.org/dtds/partwise.dtd\">", with: "\"x\" [<!ENTITY e \(entity)>]>")
            await #expect(throws: ScoreError.damaged) { try await read(xml) }
        }
        let xml = Self.score([Self.notes("48").replacing("48", with: "&e30;")]).replacing(
            "\"http://www.musicxml.org/dtds/partwise.dtd\">", with: "\"x\" [<!ENTITY e0 \"4\">\(bomb)]>")
        await #expect(throws: ScoreError.damaged) { try await read(xml) }
        let attribute = xml.replacing("&e30;", with: "48").replacing("number=\"1\"", with: "number=\"&e30;\"")
        await #expect(throws: ScoreError.damaged) { try await read(attribute) }
    }

    /// - Parameter files: names and contents; a number is that of spaces before the contents.
    private func zip(_ files: [(String, String, Int)]) async throws -> String {
        let list = files.map { "z.writestr(\(quoted($0.0)), ' ' * \($0.2) + \(quoted($0.1)))" }.joined(separator: "\n")
        let path = folder.file("score.mxl")
        let script =
            "import zipfile\nwith zipfile.ZipFile(\(quoted(path)), 'w', zipfile.ZIP_DEFLATED) as z:\n"
            + list.split(separator: "\n").map { " " + $0 }.joined(separator: "\n")
        try SystemProgram.run("python3", "-c", script)
        return path
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n") + "'"
    }

    private static func contents(_ name: String) -> (String, String, Int) {
        let rootfile = #"<rootfile full-path="\#(name)" media-type="application/vnd.recordare.musicxml+xml"/>"#
        return ("META-INF/container.xml", "<container><rootfiles>\(rootfile)</rootfiles></container>", 0)
    }

    @Test(arguments: ["score.xml", "Müller/песня.musicxml", "../../score.xml"])
    func aCompressedScoreIsReadAndNothingIsWritten(name: String) async throws {
        let score = Self.score([Self.notes("12 12 24")])
        let path = try await zip([("mimetype", "x", 0), (name, score, 0), Self.contents(name)])
        #expect(try await FileScores().rhythm(at: path).pattern.text == "120 120 240")
        #expect(folder.names == ["score.mxl"])
    }

    @Test func aBombOrAnArchiveWithoutAScoreIsRefused() async throws {
        let score = Self.score([Self.notes("48")])
        var path = try await zip([("score.xml", score, 0)])
        await #expect(throws: ScoreError.notMusicXML) { try await FileScores().rhythm(at: path) }
        path = try await zip([Self.contents("other.xml"), ("score.xml", score, 0)])
        await #expect(throws: ScoreError.notMusicXML) { try await FileScores().rhythm(at: path) }
        path = try await zip([Self.contents("score.xml"), ("score.xml", score, 30_000_000)])
        await #expect(throws: ScoreError.tooLarge) { try await FileScores().rhythm(at: path) }
        // Other entries are not unpacked, however large.
        path = try await zip([("other", score, 30_000_000), ("score.xml", score, 0), Self.contents("score.xml")])
        #expect(try await FileScores().rhythm(at: path).bars == 1)
        let bytes = try #require(folder.bytes(of: "score.mxl"))
        for count in stride(from: 2, to: bytes.count, by: bytes.count / 23) {
            try folder.write(Array(bytes.prefix(count)), to: "half.mxl")
            await #expect(throws: ScoreError.self) {
                try await FileScores().rhythm(at: folder.file("half.mxl"))
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPipeIsRefused() async throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        await #expect(throws: ScoreError.unreadable) { try await FileScores().rhythm(at: folder.file("pipe")) }
    }

    @Test func aFileThatIsFarTooLargeIsRefused() async throws {
        try folder.make("huge.musicxml")
        try #require(FileHandle(forWritingAtPath: folder.file("huge.musicxml"))).truncate(atOffset: 1 << 40)
        await #expect(throws: ScoreError.tooLarge) {
            try await FileScores().rhythm(at: folder.file("huge.musicxml"))
        }
    }
}
