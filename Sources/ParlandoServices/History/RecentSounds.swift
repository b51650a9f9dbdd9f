import ParlandoCore

/// The sound of the last minutes of dictation, in memory only, so that single words can be played again.
struct RecentSounds {
    /// Its oldest sound may have been dropped.
    private struct Session {
        let id: HistorySession.ID
        /// Pieces of at least a second, except the last. `Int16` takes half the memory of `Float`.
        var pieces: [[Int16]] = []
        /// Index of the first sample in `pieces`, counted since the session began.
        var first = 0
        var end = 0
    }

    /// Most samples: ten minutes, which take 19 MB.
    static let most = 600 * AudioBlock.sampleRate

    var most = Self.most
    private var sessions: [Session] = []
    private var kept = 0

    mutating func begin(_ id: HistorySession.ID) {
        sessions.append(Session(id: id))
    }

    /// Samples are dropped if another session has begun since.
    mutating func append(_ samples: [Float], to id: HistorySession.ID) {
        guard let last = sessions.indices.last, sessions[last].id == id else {
            return
        }
        let more = samples.map { Int16($0.bounded(by: 1) * 32_767) }
        if let piece = sessions[last].pieces.indices.last,
            sessions[last].pieces[piece].count < AudioBlock.sampleRate
        {
            sessions[last].pieces[piece] += more
        } else {
            var piece: [Int16] = []
            // An array that grows by itself takes a third more.
            piece.reserveCapacity(AudioBlock.sampleRate + more.count)
            piece += more
            sessions[last].pieces.append(piece)
        }
        sessions[last].end += more.count
        kept += more.count
        while kept > most, dropOldest() {}
    }

    /// Returns samples from and to seconds since the session began, at most to its end; nil if some have been dropped.
    func samples(of id: HistorySession.ID, from start: Double, to end: Double) -> [Float]? {
        guard let session = sessions.last(where: { $0.id == id }) else {
            return nil
        }
        let range = Self.sample(start)..<max(Self.sample(start), min(Self.sample(end), session.end))
        guard !range.isEmpty, range.lowerBound >= session.first else {
            return nil
        }
        var result: [Float] = []
        var position = session.first
        for piece in session.pieces {
            let part = range.clamped(to: position..<(position + piece.count))
            result += piece[(part.lowerBound - position)..<(part.upperBound - position)].map { Float($0) / 32_767 }
            position += piece.count
        }
        return result
    }

    private static func sample(_ seconds: Double) -> Int {
        Int(seconds * Double(AudioBlock.sampleRate), within: 0...Int.max / 2)
    }

    private mutating func dropOldest() -> Bool {
        guard let oldest = sessions.firstIndex(where: { !$0.pieces.isEmpty }) else {
            return false
        }
        let piece = sessions[oldest].pieces.removeFirst()
        sessions[oldest].first += piece.count
        kept -= piece.count
        if sessions[oldest].pieces.isEmpty, oldest < sessions.count - 1 {
            sessions.remove(at: oldest)
        }
        return true
    }
}
