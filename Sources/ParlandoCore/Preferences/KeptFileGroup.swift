/// A group of `KeptFiles` whose files are all removed with one call.
public struct KeptFileGroup: KeptFiles {
    private let members: [any KeptFiles]

    public init(_ members: [any KeptFiles]) {
        self.members = members
    }

    /// Removes the files of all members of the group. Continues if a file cannot be removed, and throws at the end.
    public func removeAll() async throws(KeptFileError) {
        var left: [String] = []
        for member in members {
            do throws(KeptFileError) {
                try await member.removeAll()
            } catch {
                left += error.paths
            }
        }
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }
}
