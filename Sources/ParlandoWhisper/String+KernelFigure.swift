extension String {
    /// Returns the number in the line with a name, in the kernel's text format: name, spaces, number, optional unit.
    func kernelFigure(_ name: String) -> Int64? {
        let line = split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").dropFirst().first?.kernelFigure
    }
}

extension StringProtocol {
    /// The text as a number, or nil if it is not a number, such as "max". Clamped to a range in which sums do not
    /// overflow.
    var kernelFigure: Int64? {
        Int64(self).map { Swift.min(Swift.max(0, $0), 1 << 50) }
    }
}
