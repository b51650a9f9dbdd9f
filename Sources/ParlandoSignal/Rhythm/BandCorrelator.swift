import Foundation

/// Cross-correlates a sound with others, within a band of frequencies. The upper half of the band counts ever less, so
/// that a peak of the correlation has no ripples beside it.
struct BandCorrelator {
    private let transform: FourierTransform
    private let spectrum: [Float]
    private let weights: [Float]
    private let count: Int

    /// Nil if memory cannot be allocated.
    ///
    /// - Parameter longest: maximum length of the other sounds in frames.
    init?(_ sound: [Float], longest: Int, rate: Int, band: ClosedRange<Double>) {
        var size = 2
        while size < sound.count + longest {
            size *= 2
        }
        guard let transform = FourierTransform(size: size) else {
            return nil
        }
        self.transform = transform
        count = sound.count
        weights = (0...size / 2).map { bin in
            let frequency = Double(bin) * Double(rate) / Double(size)
            return band.contains(frequency) ? Float(0.5 + 0.5 * cos(.pi * frequency / band.upperBound)) : 0
        }
        transform.samples.update(repeating: 0)
        _ = transform.samples.update(fromContentsOf: sound)
        transform.forward()
        spectrum = Array(transform.spectrum)
    }

    /// Returns the correlation with another sound that begins at each sample.
    func correlation(with other: [Float]) -> [Float] {
        transform.samples.update(repeating: 0)
        _ = transform.samples.update(fromContentsOf: other)
        transform.forward()
        let product = Spectra.product(spectrum, Spectra.conjugate(Array(transform.spectrum)))
        for (bin, weight) in weights.enumerated() {
            transform.spectrum[2 * bin] = weight * product[2 * bin]
            transform.spectrum[2 * bin + 1] = weight * product[2 * bin + 1]
        }
        transform.inverse()
        return Array(transform.samples.prefix(count))
    }
}
