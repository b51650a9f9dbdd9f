/// Samples as bytes: signed, 16 bits, least significant byte first.
extension RangeReplaceableCollection<UInt8> {
    /// Appends samples of full scale ±1. What is beyond is clipped, what is not a number is silence.
    public mutating func append(samples: some Sequence<Float>) {
        for sample in samples {
            let value = sample.isNaN ? 0 : Int16((Swift.min(1, Swift.max(-1, sample)) * 32767).rounded())
            append(UInt8(truncatingIfNeeded: value))
            append(UInt8(truncatingIfNeeded: value >> 8))
        }
    }
}

extension Float {
    /// The sample between −`limit` and `limit`; 0 if it is infinite or not a number. A filter that is fed such samples, or
    /// huge ones, gives no numbers from then on. Realtime-safe: yes.
    public func bounded(by limit: Float) -> Float {
        isFinite ? Swift.min(limit, Swift.max(-limit, self)) : 0
    }
}
