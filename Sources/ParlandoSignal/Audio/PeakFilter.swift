import Foundation

/// A second-order peaking filter, which raises or lowers one band (bilinear transform, as in R. Bristow-Johnson's
/// "Audio EQ Cookbook").
struct PeakFilter {
    private let (b0, b1, b2, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    /// - Parameters:
    ///   - frequency: centre frequency in Hz.
    ///   - gain: gain at the centre in dB.
    ///   - quality: centre frequency divided by the width of the band.
    ///   - rate: sample rate in Hz.
    init(frequency: Double, gain: Double, quality: Double, rate: Double) {
        let angle = 2 * Double.pi * frequency / rate
        let amplitude = pow(10, gain / 40)
        let slope = sin(angle) / (2 * quality)
        let scale = 1 + slope / amplitude
        b0 = Float((1 + slope * amplitude) / scale)
        b1 = Float(-2 * cos(angle) / scale)
        b2 = Float((1 - slope * amplitude) / scale)
        a2 = Float((1 - slope / amplitude) / scale)
    }

    mutating func next(_ sample: Float) -> Float {
        // The coefficient of the previous output (a1) equals that of the previous input (b1).
        let result = b0 * sample + b1 * (x1 - y1) + b2 * x2 - a2 * y2
        (x2, x1, y2, y1) = (x1, sample, y1, result)
        return result
    }
}
