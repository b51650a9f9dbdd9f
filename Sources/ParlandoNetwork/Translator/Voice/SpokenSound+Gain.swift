import Foundation
import ParlandoCore

extension SpokenSound {
    /// Returns the audio with a gain applied. Samples beyond full scale are clipped.
    ///
    /// - Parameter decibels: gain; 0 changes nothing.
    func amplified(by decibels: Double) -> SpokenSound {
        guard decibels != 0 else {
            return self
        }
        let gain = Float(pow(10, decibels / 20))
        return SpokenSound(samples: samples.map { min(1, max(-1, $0 * gain)) }, rate: rate)
    }
}
