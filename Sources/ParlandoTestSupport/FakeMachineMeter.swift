public import ParlandoCore

/// Machine of a given speed.
public struct FakeMachineMeter: MachineMeter {
    private let factor: Double?
    private let memory: Int64?

    /// - Parameters:
    ///   - factor: how many times faster than speech the machine recognises with `tiny.en`, or nil: it cannot be measured.
    ///   - memory: bytes of memory that are available.
    public init(factor: Double? = 25, memory: Int64? = nil) {
        self.factor = factor
        self.memory = memory
    }

    public func speed() async -> MachineSpeed? {
        factor.map {
            MachineSpeed(
                shape: ModelShape(width: 384, encoderLayers: 4, decoderLayers: 4), encoding: 30 / $0, decoding: 0)
        }
    }

    public func availableMemory() async -> Int64? {
        memory
    }
}
