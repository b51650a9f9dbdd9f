import Foundation
import ParlandoCore
import ParlandoSignal

/// Renders a voice as an audio thread would, block by block.
struct VoiceStage {
    let voice: MetronomeVoice
    private(set) var frame = 0

    init(rate: Int = 48_000, clickVolume: Double = 1, guideVolume: Double = 0) {
        voice = MetronomeVoice(rate: rate, clickVolume: clickVolume, guideVolume: guideVolume)
    }

    /// The next samples, in blocks of so many.
    mutating func render(_ count: Int, block: Int = 480) -> [Float] {
        var sound = [Float](repeating: .nan, count: count)
        var done = 0
        sound.withUnsafeMutableBufferPointer { room in
            while done < count {
                let part = UnsafeMutableBufferPointer(rebasing: room[done..<min(done + block, count)])
                voice.render(into: part, at: frame + done)
                done += part.count
            }
        }
        frame += count
        return sound
    }

    /// Frames that are never asked for.
    mutating func skip(_ count: Int) {
        frame += count
    }

    /// First samples after silence.
    static func starts(_ sound: [Float]) -> [Int] {
        sound.indices.filter { sound[$0] != 0 && ($0 == 0 || sound[$0 - 1] == 0) }
    }
}
