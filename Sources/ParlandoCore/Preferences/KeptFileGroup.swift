/// Several kinds of stored files, removed together.
public struct KeptFileGroup: KeptFiles {
    private let members: [any KeptFiles]

    public init(_ members: [any KeptFiles]) {
        self.members = members
    }

    /// Removes the files of all members, even if some cannot be removed.
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
