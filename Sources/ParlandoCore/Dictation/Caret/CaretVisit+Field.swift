/// How fields are told apart.
extension CaretVisit {
    /// Returns whether another visit is in the same field. An input context that serves several fields, or whose name
    /// has changed because the service was restarted, is recognised by the text around the caret.
    func isSameField(as other: CaretVisit) -> Bool {
        guard purpose == other.purpose else {
            return false
        }
        let isNamed = !path.isEmpty && !other.path.isEmpty
        if isNamed, path == other.path, !isShared, !other.isShared {
            return true
        }
        guard !isNamed || path == other.path || service != other.service else {
            return false
        }
        guard let print = surroundings?.print, print != 0, print == other.surroundings?.print else {
            return false
        }
        return client.isEmpty || other.client.isEmpty || client == other.client
    }

    /// Whether the application states the purposes of its fields, or has told text, which it does not in a password
    /// field.
    var isKnownToBeNoSecret: Bool {
        statesPurpose || (surroundings?.print ?? 0) != 0
    }

    /// The number of restarts of the service before this visit, with which the name of its context begins.
    private var service: Substring {
        path.firstIndex(of: ":").map { path[..<$0] } ?? ""
    }
}
