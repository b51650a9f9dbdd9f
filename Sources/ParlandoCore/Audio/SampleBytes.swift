/// Conversion of samples to signed 16-bit little-endian bytes.
extension RangeReplaceableCollection<UInt8> {
    /// Appends samples of full scale ±1. Values out of range are clipped; NaN becomes silence.
    public mutating func append(samples: some Sequence<Float>) {
        for sample in samples {
            let value = sample.isNaN ? 0 : Int16((Swift.min(1, Swift.max(-1, sample)) * 32767).rounded())
            append(UInt8(truncatingIfNeeded: value))
            append(UInt8(truncatingIfNeeded: value >> 8))
        }
    }
}

extension Float {
    /// Returns the sample clamped to ±`limit`, or 0 if it is infinite or NaN. Without this, such samples, or huge ones,
    /// would leave a filter's output NaN from then on. Realtime-safe.
    public func bounded(by limit: Float) -> Float {
        isFinite ? Swift.min(limit, Swift.max(-limit, self)) : 0
    }
}
