import Foundation
import ParlandoCore

extension SpokenSound {
    /// Louder or quieter; what becomes too loud is cut off.
    ///
    /// - Parameter decibels: 0 changes nothing.
    func amplified(by decibels: Double) -> SpokenSound {
        guard decibels != 0 else {
            return self
        }
        let gain = Float(pow(10, decibels / 20))
        return SpokenSound(samples: samples.map { min(1, max(-1, $0 * gain)) }, rate: rate)
    }
}
