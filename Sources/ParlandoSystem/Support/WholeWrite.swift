import Glibc

extension [UInt8] {
    /// Writes all bytes to a file, at its current position. Returns false if that failed; `errno` then tells why.
    func write(to descriptor: Int32) -> Bool {
        var done = 0
        while done < count {
            let written = self[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR {
                return false
            }
            done += Swift.max(0, written)
        }
        return true
    }
}
