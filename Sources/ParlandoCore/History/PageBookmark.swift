public import Foundation

/// Port: remembers which sessions of the history are on the dictation page, so that the page is there again at the next
/// start. The text itself is only in the history.
public protocol PageBookmark: Sendable {
    /// Returns the sessions that were stored last, from the top of the page to its end.
    func ids() async -> [HistorySession.ID]

    /// Stores the sessions of the page; none if the page is empty.
    func set(_ ids: [HistorySession.ID]) async
}
