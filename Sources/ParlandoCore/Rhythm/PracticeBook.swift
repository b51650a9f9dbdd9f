public import Foundation

/// An exercise that the user has named, with its settings.
public struct SavedExercise: Sendable, Equatable, Identifiable {
    public let id: UUID
    public fileprivate(set) var name: String
    /// Those that make an exercise; all others are the defaults.
    public let settings: RhythmPreferences

    public init(id: UUID = UUID(), name: String, settings preferences: RhythmPreferences) {
        self.id = id
        self.name = PracticeBook.tidy(name)
        var settings = Self.copy(preferences, to: RhythmPreferences()).sanitized()
        settings.ownRhythm = settings.source == .own ? Pattern(text: settings.ownRhythm)?.text ?? "" : ""
        self.settings = settings
    }

    /// A rhythm that the user has written stays unless the exercise has one.
    public func applied(to preferences: RhythmPreferences) -> RhythmPreferences {
        var applied = Self.copy(settings, to: preferences)
        applied.ownRhythm = settings.ownRhythm.isEmpty ? preferences.ownRhythm : settings.ownRhythm
        return applied
    }

    /// Whatever the tempo.
    fileprivate func hasSettings(of other: SavedExercise) -> Bool {
        var settings = settings
        settings.beatsPerMinute = other.settings.beatsPerMinute
        return settings == other.settings
    }

    /// Under which its results are stored, as `Exercise.practiceName`, whatever it is called later.
    public var practiceName: String {
        "saved " + id.uuidString
    }

    /// Without `rhythm-`.
    private static let keys: Set = [
        "tempo", "meter", "stresses", "clicks-per-beat", "click-voice", "swing", "swing-sixteenths", "heard-bars",
        "silent-bars", "dropped", "trains", "trainer-goal", "trainer-step", "trainer-interval", "trainer-unit",
        "good-pass", "bad-pass", "own", "source", "pattern", "sequence", "difficulty", "bars",
    ]

    private static var declared: [(key: Key, preference: any DeclaredPreference)] {
        RhythmPreferences.declared.map { (Key(stringValue: String($0.name.dropFirst("rhythm-".count))), $0) }
            .filter { keys.contains($0.0.stringValue) }
    }

    private static func copy(_ source: RhythmPreferences, to target: RhythmPreferences) -> RhythmPreferences {
        var (from, to) = (Preferences(), Preferences())
        (from.rhythm, to.rhythm) = (source, target)
        declared.forEach { $0.preference.put($0.preference.value(in: from), into: &to) }
        return to.rhythm
    }
}

extension SavedExercise: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case settings
    }

    /// Settings that are missing or of the wrong type are the defaults; unknown ones are left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try values.nestedContainer(keyedBy: Key.self, forKey: .settings)
        var read = Preferences()
        for (key, preference) in Self.declared {
            if let type = type(of: preference.value(in: read)) as? any Decodable.Type,
                let value = try? stored.decode(type, forKey: key) as? any PreferenceValue
            {
                preference.put(value, into: &read)
            }
        }
        self.init(
            id: try values.decode(UUID.self, forKey: .id), name: try values.decode(String.self, forKey: .name),
            settings: read.rhythm)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        var stored = values.nestedContainer(keyedBy: Key.self, forKey: .settings)
        var written = Preferences()
        written.rhythm = settings
        for (key, preference) in Self.declared {
            if let value = preference.value(in: written) as? any Encodable {
                try stored.encode(value, forKey: key)
            }
        }
    }
}

/// Exercises to be played in a row, such as the parts of a song.
public struct PracticeSet: Sendable, Equatable, Identifiable, Codable {
    public let id: UUID
    public fileprivate(set) var name: String
    /// One may come several times.
    public var exercises: [SavedExercise.ID]

    public init(id: UUID = UUID(), name: String, exercises: [SavedExercise.ID] = []) {
        self.id = id
        self.name = PracticeBook.tidy(name)
        self.exercises = exercises
    }
}

/// The user's exercises and sets. Sets have only exercises that are there.
public struct PracticeBook: Sendable, Equatable {
    public private(set) var exercises: [SavedExercise] = []
    public private(set) var sets: [PracticeSet] = []
    private var version = 1

    /// Of the exercises, and of the sets.
    public static let most = 500
    /// Of the exercises in a set.
    public static let longestSet = 100
    /// In letters.
    public static let longestName = 80

    public init() {}

    public func exercises(in set: PracticeSet) -> [SavedExercise] {
        set.exercises.compactMap { id in exercises.first { $0.id == id } }
    }

    /// The exercise with these settings, whatever the tempo. Of several it is the one that was opened, if it is among
    /// them, or else one of this tempo.
    public func exercise(for preferences: RhythmPreferences, opened: SavedExercise.ID?) -> SavedExercise? {
        let chosen = SavedExercise(name: "", settings: preferences)
        let found = exercises.filter { $0.hasSettings(of: chosen) }
        return found.first { $0.id == opened } ?? found.first { $0.settings == chosen.settings } ?? found.first
    }

    /// Adds an exercise, or replaces the one of this `id`. Returns false, and does nothing, if there are too many.
    @discardableResult public mutating func put(_ exercise: SavedExercise) -> Bool {
        Self.put(exercise, in: &exercises)
    }

    /// As with an exercise. Exercises that are not there, or too many, are left out.
    @discardableResult public mutating func put(_ set: PracticeSet) -> Bool {
        let known = Set(exercises.map(\.id))
        var whole = set
        whole.exercises = Array(set.exercises.filter(known.contains).prefix(Self.longestSet))
        return Self.put(whole, in: &sets)
    }

    private static func put<Item: Identifiable>(_ item: Item, in items: inout [Item]) -> Bool {
        let index = items.firstIndex { $0.id == item.id } ?? items.count
        guard index < most else {
            return false
        }
        items.replaceSubrange(index..<min(index + 1, items.count), with: [item])
        return true
    }

    /// On one line, and not empty.
    fileprivate static func tidy(_ name: String) -> String {
        let words = name.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 32 }.map { String($0) }
        let name = words.joined(separator: " ").prefix(longestName)
        return name.isEmpty ? "?" : String(name.last == " " ? name.dropLast() : name)
    }

    /// An exercise or a set. Does nothing if it is gone.
    public mutating func rename(_ id: UUID, to name: String) {
        if let index = exercises.firstIndex(where: { $0.id == id }) {
            exercises[index].name = Self.tidy(name)
        } else if let index = sets.firstIndex(where: { $0.id == id }) {
            sets[index].name = Self.tidy(name)
        }
    }

    /// Removes an exercise, also from all sets, or a set.
    public mutating func remove(_ id: UUID) {
        exercises.removeAll { $0.id == id }
        sets.removeAll { $0.id == id }
        for index in sets.indices {
            sets[index].exercises.removeAll { $0 == id }
        }
    }

    /// Adds what is not there yet. All that was there stays as it is; what differs from it under the same `id` gets a
    /// new one. Returns false if not everything had room.
    @discardableResult public mutating func merge(_ imported: PracticeBook) -> Bool {
        var isWhole = true
        var ids: [UUID: UUID] = [:]
        for exercise in imported.exercises where !exercises.contains(exercise) {
            let id = exercises.contains { $0.id == exercise.id } ? UUID() : exercise.id
            ids[exercise.id] = id
            isWhole = put(SavedExercise(id: id, name: exercise.name, settings: exercise.settings)) && isWhole
        }
        for set in imported.sets {
            let mapped = set.exercises.map { ids[$0] ?? $0 }
            let isKnown = sets.contains { $0.id == set.id }
            if !sets.contains(PracticeSet(id: set.id, name: set.name, exercises: mapped)) {
                let id = isKnown ? UUID() : set.id
                isWhole = put(PracticeSet(id: id, name: set.name, exercises: mapped)) && isWhole
            }
        }
        return isWhole
    }
}

extension PracticeBook: Codable {
    /// Throws `PracticeBookError.newer`. Leaves out what is too much.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .version) <= version else {
            throw PracticeBookError.newer
        }
        try values.decode([SavedExercise].self, forKey: .exercises).forEach { put($0) }
        for set in try values.decodeIfPresent([PracticeSet].self, forKey: .sets) ?? [] {
            put(PracticeSet(id: set.id, name: set.name, exercises: set.exercises))
        }
    }

    /// JSON, as it is stored and exported.
    public var text: String {
        JSONText.document(of: self) ?? ""
    }

}

public enum PracticeBookError: Error, Sendable, Equatable {
    case unreadable
    /// Not a practice book.
    case damaged
    /// The stored book was damaged; its file now has another name.
    case setAside
    /// Of a later version of Parlando; it is not overwritten.
    case newer
}

/// Port: stores the user's exercises and sets.
public protocol PracticeBookStore: Sendable {
    /// As it is on disk now, where another program may have changed it. Empty if there is none. Throws `unreadable`,
    /// `newer` or, once, `setAside`.
    func book() async throws(PracticeBookError) -> PracticeBook
    /// Replaces `old`. Returns false, and does nothing, if another program has changed it since: then the change is to be
    /// made again. Never overwrites a book that cannot be read, or of a later version.
    func save(_ book: PracticeBook, over old: PracticeBook) async throws(TextSaveError) -> Bool
    /// A book that was exported (`PracticeBook.text`).
    func book(at path: String) async throws(PracticeBookError) -> PracticeBook
}
