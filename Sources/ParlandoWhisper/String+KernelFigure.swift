extension String {
    /// The number in the line of this name, in a text as the kernel writes it: name, spaces, number, perhaps a unit.
    func kernelFigure(_ name: String) -> Int64? {
        let line = split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").dropFirst().first?.kernelFigure
    }
}

extension StringProtocol {
    /// The text as a number of bytes or of kilobytes, nil: it is none, such as "max". Brought into a range in which sums
    /// do not overflow.
    var kernelFigure: Int64? {
        Int64(self).map { Swift.min(Swift.max(0, $0), 1 << 50) }
    }
}
