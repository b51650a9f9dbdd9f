extension String {
    /// The number in the line of this name, in a text as the kernel writes it: name, spaces, number, perhaps a unit.
    func kernelFigure(_ name: String) -> Int64? {
        let line = split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
    }
}
