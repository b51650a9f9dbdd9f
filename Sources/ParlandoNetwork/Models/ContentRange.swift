/// Content-Range field of a partial response (RFC 9110, 14.4), such as `bytes 100-199/200`.
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// Size of the whole file in bytes, or nil if the server does not know it.
    let total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else {
            return nil
        }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first <= last,
            first >= 0, parts[1] == "*" || Int64(parts[1]) != nil
        else {
            return nil
        }
        self.first = first
        self.last = last
        total = Int64(parts[1])
    }
}
