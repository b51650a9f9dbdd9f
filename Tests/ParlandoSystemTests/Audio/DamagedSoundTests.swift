import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoSystem

/// Recordings with gaps, and recordings that are damaged in the middle: what can be read stays at its own time.
@Suite(.timeLimit(.minutes(2))) struct DamagedSoundTests {
    private static let seconds = 24.0
    /// A tone that rises from 300 Hz by 100 Hz a second, so that each moment tells its time.
    private static let chirp = MadeSound.file(
        (0..<Int(seconds) * 48_000).map { index in
            let time = Double(index) / 48_000
            return Float(0.4 * sin(2 * Double.pi * (300 * time + 50 * time * time)))
        }, rate: 48_000)
    private static let fragments = [
        "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "2000000",
    ]

    private let folder: SoundFolder

    init() throws {
        folder = try SoundFolder()
        try folder.write(Self.chirp, to: "chirp.wav")
    }

    /// The second of the tone that is heard at a second of a recording; nil if it is silent there.
    private func moment(at second: Double, of samples: [Float]) -> Double? {
        let piece = Array(samples.dropFirst(Int(second * 16_000) - 1600).prefix(3200))
        guard piece.count == 3200, piece.reduce(0, { $0 + $1 * $1 }) / 3200 > 0.02 else {
            return nil
        }
        let crossings = zip(piece, piece.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return (Double(crossings) / 0.4 - 300) / 100
    }

    private func isAt(_ second: Double, _ moment: Double?) -> Bool {
        moment.map { abs($0 - second) < 0.3 } ?? false
    }

    // MARK: Gaps

    /// The tone with a gap after half of it, which only the time stamps tell of. Those of the transport stream begin
    /// anew within the gap, as its clock of 33 bits does.
    private func makeGap(_ ending: String, _ options: [String], by seconds: Int = 20) throws -> String {
        let stamps = ["-c", "copy", "-bsf:a", "setts=ts='TS+gte(TS*TB,12)*\(seconds)/TB'"]
        let wrap = ending == "ts" ? ["-output_ts_offset", "95420"] : []
        let codec = ["ogg": ["-c:a", "libvorbis"], "mka": ["-c:a", "aac"]][ending] ?? []
        _ = try folder.convert("chirp.wav", to: "whole.\(ending)", codec)
        return try folder.convert("whole.\(ending)", to: "gap.\(ending)", stamps + wrap + options)
    }

    @Test(arguments: [
        ("mka", []), ("webm", []), ("m4a", []), ("mp4", fragments), ("ts", []), ("ogg", []), ("opus", []), ("wma", []),
    ])
    func aGapIsAGap(ending: String, options: [String]) async throws {
        let heard = await SoundFolder.hear(try makeGap(ending, options))
        #expect(isAt(5, moment(at: 5, of: heard.samples)))
        #expect(moment(at: 22, of: heard.samples) == nil)
        #expect(isAt(20, moment(at: 40, of: heard.samples)))
        guard ending != "m4a" else {
            // This container says itself that there is nothing in the gap.
            #expect(heard.error == nil)
            return
        }
        #expect(heard.error?.kind == .truncated && heard.error?.heard == nil)
        let lost = try #require(heard.error?.lost.first)
        #expect(heard.error?.lost.count == 1 && lost.isWhole)
        #expect(abs(lost.start - 12) < 1.1 && abs(lost.end - 32) < 1.1)
    }

    @Test func aJumpOfHoursIsToldAndNotFilled() async throws {
        let heard = await SoundFolder.hear(try makeGap("mka", [], by: 20_000))
        #expect(heard.error == nil)
        #expect(abs(Double(heard.samples.count) / 16_000 - Self.seconds) < 0.2)
        #expect(isAt(20, moment(at: 20, of: heard.samples)))
        guard case .clockJumps(let time) = try #require(heard.report.remarks.first) else {
            Issue.record("no jump")
            return
        }
        #expect(abs(time - 12) < 0.2)
    }

    @Test(arguments: ["mkv", "mp4"])
    func soundMayBeginElevenMinutesAfterItsFilm(ending: String) async throws {
        let picture = ["-f", "lavfi", "-i", "color=black:s=64x64:r=1:d=690", "-itsoffset", "660"]
        let film = ["-map", "0:v", "-map", "1:a", "-c:v", "mpeg4", "-c:a", "aac", "-ar", "16000"]
        let heard = await SoundFolder.hear(
            try folder.convert("chirp.wav", to: "late.\(ending)", inputs: picture, film))
        #expect(heard.error == nil)
        #expect(moment(at: 600, of: heard.samples) == nil)
        #expect(isAt(20, moment(at: 680, of: heard.samples)))
    }

    // MARK: Damage

    private static let formats: [(String, [String])] = [
        ("m4a", []), ("mp4", fragments), ("mka", ["-c:a", "aac"]), ("webm", []), ("ts", []),
        ("ogg", ["-c:a", "libvorbis"]), ("opus", []), ("avi", []), ("aac", []), ("wma", []), ("mp3", []), ("flac", []),
    ]

    @Test(arguments: formats, Night.isNow ? [0.01, 0.1, 0.4] : [0.1])
    func whatComesAfterDamageIsHeardAtItsOwnTime(format: (String, [String]), share: Double) async throws {
        let whole = try folder.convert("chirp.wav", to: "whole.\(format.0)", format.1)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: whole)))
        let length = Int(Double(bytes.count) * share)
        let start = (bytes.count - length) / 2
        // A tenth is overwritten; the other shares are lost as on a disk that cannot be read.
        let noise: UInt32 = share == 0.1 ? 2_654_435_761 : 0
        for index in 0..<length {
            bytes[start + index] = UInt8(truncatingIfNeeded: (UInt32(index) &* noise) >> 15)
        }
        let heard = await SoundFolder.hear(try folder.write(Data(bytes), to: "damaged.\(format.0)"))
        #expect(abs(Double(heard.samples.count) / 16_000 - Self.seconds) < 0.3)
        #expect(isAt(4, moment(at: 4, of: heard.samples)))
        #expect(isAt(22.5, moment(at: 22.5, of: heard.samples)))
        #expect(heard.error?.kind == .truncated && heard.error?.heard == nil)
        let lost = try #require(heard.error?.lost.first)
        #expect(heard.error?.lost.count == 1)
        #expect((4.5...14.5).contains(lost.start) && (10.5...20.5).contains(lost.end))
        if lost.end - lost.start > 1 {
            #expect(moment(at: (lost.start + lost.end) / 2, of: heard.samples) == nil)
        }
    }
}
