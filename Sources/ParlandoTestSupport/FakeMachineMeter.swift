public import ParlandoCore

/// Reports a given speed and a given amount of available memory instead of measuring them.
public struct FakeMachineMeter: MachineMeter {
    private let factor: Double?
    private let memory: Int64?

    /// - Parameters:
    ///   - factor: speed of recognition with `tiny.en` as a multiple of real time; nil if it cannot be measured.
    ///   - memory: available memory in bytes; nil if it is unknown.
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
