import Foundation

/// A second-order Butterworth high-pass filter (bilinear transform, as in R. Bristow-Johnson's "Audio EQ Cookbook").
struct HighPass {
    private let (b0, b1, a1, a2): (Float, Float, Float, Float)
    private var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    /// - Parameters:
    ///   - frequency: cutoff frequency in Hz.
    ///   - rate: sample rate in Hz.
    init(frequency: Double, rate: Double) {
        let angle = 2 * Double.pi * frequency / rate
        let slope = sin(angle) / 2.0.squareRoot()
        let scale = 1 + slope
        b0 = Float((1 + cos(angle)) / 2 / scale)
        b1 = Float(-(1 + cos(angle)) / scale)
        a1 = Float(-2 * cos(angle) / scale)
        a2 = Float((1 - slope) / scale)
    }

    mutating func next(_ sample: Float) -> Float {
        let result = b0 * (sample + x2) + b1 * x1 - a1 * y1 - a2 * y2
        (x2, x1, y2, y1) = (x1, sample, y1, result)
        return result
    }
}
