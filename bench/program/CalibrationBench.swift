import Foundation
import ParlandoSignal

/// Writes the test sound of a latency calibration to a file, and measures the latency in recordings of that sound.
struct CalibrationBench {
    private struct Row: Encodable {
        /// Middle of the test sound, in frames of playback; `captured` is the captured sample at which the middle
        /// arrived. Both are nil if the measurement failed.
        var played: Double?
        var captured: Double?
        var spread: Double?
        var signalToNoise: Double?
        var refused: String?
    }

    /// Runs a command of the benchmark. Returns whether the command was valid and every file could be read or written.
    func run(_ arguments: [String]) -> Bool {
        switch arguments.first {
        case "sound" where arguments.count == 3:
            guard let rate = Int(arguments[1]), rate > 0 else {
                return false
            }
            let samples = CalibrationSound(rate: rate).samples
            let data = samples.withUnsafeBytes { Data($0) }
            return (try? data.write(to: URL(filePath: arguments[2]))) != nil
        case "measure":
            while let line = readLine() {
                guard let row = measure(line.split(separator: " ").map(String.init)),
                    let text = try? JSONEncoder().encode(row)
                else {
                    return false
                }
                print(String(decoding: text, as: UTF8.self))
            }
            return true
        default:
            return false
        }
    }

    /// Measures one recording. Returns nil if the words are not valid or the file cannot be read.
    ///
    /// - Parameter words: rates of playback and capture in Hz, and the path of a file of 32-bit floats.
    private func measure(_ words: [String]) -> Row? {
        guard words.count == 3, let playback = Int(words[0]), let capture = Int(words[1]), playback > 0, capture > 0,
            let data = try? Data(contentsOf: URL(filePath: words[2]))
        else {
            return nil
        }
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let sound = CalibrationSound(rate: playback)
        do {
            let passage = try LatencyMeter(sound, captureRate: capture).measure(samples)
            let middle = Double(sound.frames) / 2
            return Row(
                played: middle, captured: passage.captured(at: middle), spread: passage.spread,
                signalToNoise: passage.signalToNoise)
        } catch {
            return Row(refused: "\(error)")
        }
    }
}
