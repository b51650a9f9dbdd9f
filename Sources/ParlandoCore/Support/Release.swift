/// This version of Parlando.
public enum Release {
    /// Has to match `meson.build`.
    public static let version = "0.1.0"
}

/// Port: says which running program may repair and tidy the data folder. Several may use it, for example in two logins
/// of a user; at most one owns it.
public protocol DataOwnership: Sendable {
    /// Does not change while the program runs.
    var isOwner: Bool { get }
}
