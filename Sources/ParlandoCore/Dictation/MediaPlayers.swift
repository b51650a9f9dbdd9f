/// Port: the desktop's media players.
public protocol MediaPlayers: Sendable {
    /// Pauses those that play, or has those go on that were paused so and still are. Returns at once; calls take effect
    /// in order.
    func set(arePaused: Bool)
}
