/// Which keys are down, so that a key that is held is one stroke, however often the keyboard repeats it.
public struct PressedKeys: Sendable {
    private var codes: Set<UInt32> = []

    public init() {}

    /// Whether the key went down just now; false: it is only being repeated.
    public mutating func press(_ code: UInt32) -> Bool {
        codes.insert(code).inserted
    }

    /// The key came up.
    public mutating func release(_ code: UInt32) {
        codes.remove(code)
    }

    /// The window does not hear any more which keys come up.
    public mutating func releaseAll() {
        codes.removeAll()
    }
}
