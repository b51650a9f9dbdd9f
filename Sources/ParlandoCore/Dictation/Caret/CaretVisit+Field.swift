/// Recognises a field that gets the focus again.
extension CaretVisit {
    /// Returns whether this visit and another one are stays of the focus in the same field. If the name of the input
    /// context cannot tell, because the context serves several fields or the input method service was restarted, the
    /// text around the caret decides.
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

    /// Whether the field is certainly something other than a password field. This is the case if the application states
    /// the purposes of its fields. It is also the case if the application has reported the text around the caret,
    /// because applications do not report this for password fields.
    var isKnownToBeNoSecret: Bool {
        statesPurpose || (surroundings?.print ?? 0) != 0
    }

    /// The number of restarts of the input method service before this visit (a stay of the focus in a field): the first
    /// part of `path`.
    private var service: Substring {
        path.firstIndex(of: ":").map { path[..<$0] } ?? ""
    }
}
