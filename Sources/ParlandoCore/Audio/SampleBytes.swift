/// Conversion of samples to signed 16-bit little-endian bytes.
extension RangeReplaceableCollection<UInt8> {
    /// Appends samples as signed 16-bit little-endian values. The samples have a full scale of ±1; values out of range
    /// are clipped, and NaN becomes silence.
    public mutating func append(samples: some Sequence<Float>) {
        for sample in samples {
            let value = sample.isNaN ? 0 : Int16((Swift.min(1, Swift.max(-1, sample)) * 32767).rounded())
            append(UInt8(truncatingIfNeeded: value))
            append(UInt8(truncatingIfNeeded: value >> 8))
        }
    }
}

extension Float {
    /// Returns the sample clamped to ±`limit`, or 0 if it is infinite or NaN. An unbounded sample could turn all
    /// further output of a filter into NaN. Realtime-safe.
    public func bounded(by limit: Float) -> Float {
        isFinite ? Swift.min(limit, Swift.max(-limit, self)) : 0
    }
}
