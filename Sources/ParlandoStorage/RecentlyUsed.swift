/// An in-memory cache with a maximum number of values, which evicts the least recently used one.
struct RecentlyUsed<Value: Sendable>: Sendable {
    private let most: Int
    private var values: [String: (value: Value, use: Int)] = [:]
    private var uses = 0

    /// - Parameter most: maximum number of values.
    init(most: Int) {
        self.most = max(1, most)
    }

    var count: Int { values.count }

    /// Returns the value of a key and marks it as used. Returns nil if there is no such value.
    mutating func value(of key: String) -> Value? {
        guard let found = values[key] else {
            return nil
        }
        uses += 1
        values[key]?.use = uses
        return found.value
    }

    mutating func keep(_ value: Value, of key: String) {
        uses += 1
        values[key] = (value, uses)
        if values.count > most, let oldest = values.min(by: { $0.value.use < $1.value.use }) {
            values[oldest.key] = nil
        }
    }

    mutating func remove(_ key: String) {
        values[key] = nil
    }

    mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        values = values.filter { !isUnwanted($0.value.value) }
    }

    mutating func removeAll() {
        values = [:]
    }
}
