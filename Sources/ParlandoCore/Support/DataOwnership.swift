/// Port: says which running program may repair and tidy the data folder. Several may use the folder at the same time,
/// for example in two logins of the same user, but at most one of them owns it.
public protocol DataOwnership: Sendable {
    /// Whether this program owns the data folder. This does not change while the program runs.
    var isOwner: Bool { get }
}
