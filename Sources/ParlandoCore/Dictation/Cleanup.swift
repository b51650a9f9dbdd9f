/// What the user's language model makes of dictated text.
public struct CleanupTask: Sendable, Equatable, Identifiable {
    /// The name that the user has chosen; of a shipped task, with a colon before it.
    public let id: String
    public let prompt: String

    /// Words that a task may add: the form of a letter, for example.
    private static let allowance = 40

    public init(id: String, prompt: String) {
        self.id = id
        self.prompt = prompt
    }

    public static let punctuate = CleanupTask(
        id: ":punctuate",
        prompt: "Correct punctuation and capitals. Remove fillers, stammering and false starts. Change nothing else.")
    public static let list = CleanupTask(
        id: ":list",
        prompt: "Make a list: one item a line, after a hyphen. Remove fillers. Leave nothing out, and add nothing.")
    public static let letter = CleanupTask(
        id: ":letter",
        prompt: "Write a letter of it: salutation, paragraphs, closing. Leave nothing out. Invent no names or facts.")

    public var isValid: Bool {
        ![id, prompt].contains { $0.allSatisfy(\.isWhitespace) } && id.first != ":" && id.count <= 100
            && prompt.count <= 2_000
    }

    /// Whether an answer may take the place of the text. With less than half of its words, or more than twice as many,
    /// it is more likely an answer to the text, or to instructions hidden in it. On the page, where the user sees the
    /// result, all tasks but the first may add some words.
    public func accepts(_ answer: String, for text: String, isDelivery: Bool) -> Bool {
        // Some scripts have no spaces between words.
        let counts = [text, answer].map { max($0.split(whereSeparator: \.isWhitespace).count, $0.count / 8) }
        let most = 2 * counts[0] + (isDelivery || id == Self.punctuate.id ? 0 : Self.allowance)
        return 2 * counts[1] >= counts[0] && counts[1] <= most
    }
}

public struct CleanupPreferences: Sendable, Equatable {
    /// The user's own tasks, by name.
    public var prompts: [String: String] = [:]
    /// Id of the task for each paragraph before it is inserted or copied; empty for none.
    public var task = ""
    /// Origin of the server to which the user has agreed to send text; empty without consent.
    public var agreedPlace = ""
    /// Such as `2026-11-26`.
    public var agreedDay = ""

    static let declared: [any DeclaredPreference] = [
        Preference("cleanup-prompts", \.cleanup.prompts),
        Preference("cleanup-task", \.cleanup.task, page: .servers),
        Preference("cleanup-agreed-place", \.cleanup.agreedPlace),
        Preference("cleanup-agreed-day", \.cleanup.agreedDay),
    ]

    public init() {}

    public var tasks: [CleanupTask] {
        [.punctuate, .list, .letter] + prompts.sorted { $0.key < $1.key }.map { CleanupTask(id: $0, prompt: $1) }
    }

    /// - Parameter place: of the server. The consent is for one origin only; without it, no paragraph is sent.
    func sanitized(for place: String?) -> CleanupPreferences {
        var result = self
        result.prompts = prompts.filter { CleanupTask(id: $0, prompt: $1).isValid }
        let isAllowed = agreedPlace == place
        (result.agreedPlace, result.agreedDay) = isAllowed ? (agreedPlace, agreedDay) : ("", "")
        result.task = isAllowed && result.tasks.contains { $0.id == task } ? task : ""
        return result
    }
}

extension Preferences {
    /// Nil without the user's consent.
    public var allowedLanguageModel: ServerProfile? {
        servers.languageModelPlace == cleanup.agreedPlace ? servers.languageModel : nil
    }

    /// For each paragraph before it is delivered.
    public var deliveryTask: CleanupTask? {
        delivery == .page ? nil : cleanup.tasks.first { $0.id == cleanup.task }
    }

    /// Does nothing if the question was about another server.
    ///
    /// - Parameter day: such as `2026-11-26`.
    public mutating func allow(_ server: ServerProfile, on day: String) {
        if server == servers.languageModel {
            (cleanup.agreedPlace, cleanup.agreedDay) = (servers.languageModelPlace ?? "", day)
        }
    }
}
