public import ParlandoCore

/// The view state of the preferences rows for the rules that replace recognised words.
public struct ReplacementState: Sendable, Equatable {
    /// A row in the list of the user's replacement rules.
    public struct Row: Sendable, Equatable {
        /// Identifier of the replacement rule.
        public var id: ReplacementRule.ID
        /// The spoken words that the rule replaces.
        public var title: String
        /// The text that replaces the spoken words, on one line.
        public var subtitle: String

        public init(id: ReplacementRule.ID, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// The user's rules, in the order in which they are stored.
    public var rows: [Row] = []
    /// Those sets of rules shipped with the program that the user has turned on.
    public var shipped: Set<ShippedRules> = []
    /// Sentence that says what replacement rules are for, or that the stored rules could not be read.
    public var note = ""
    /// Whether there are rules to export.
    public var canExport = false

    public init() {}
}

/// The fields of the dialog for a replacement rule.
public struct ReplacementForm: Sendable, Equatable {
    /// Identifier of the rule that is edited; nil for a new rule.
    public let id: ReplacementRule.ID?
    /// The spoken words that the rule replaces.
    public var spoken = ""
    /// The text that replaces the spoken words, on one line; `\n` stands for a new line.
    public var written = ""

    /// Creates an empty form, or one that is filled with a rule.
    public init(_ rule: ReplacementRule? = nil) {
        id = rule?.id
        spoken = rule?.spoken ?? ""
        written = rule.map { ReplacementList.escaped($0.written) } ?? ""
    }

    /// The rule that the form describes, or nil if the form cannot be saved.
    public var rule: ReplacementRule? {
        let rule = ReplacementRule(spoken, ReplacementList.unescaped(written))
        return rule.isUsable ? rule : nil
    }

    /// Title of the dialog.
    public var title: String {
        id == nil ? tr("New Replacement") : tr("Edit Replacement")
    }

    /// Sentence that says why the form cannot be saved; empty if it can, or if nothing is entered yet.
    public var problem: String {
        guard rule == nil, !spoken.isEmpty else {
            return ""
        }
        return ReplacementRule(spoken, "").isUsable
            ? tr("The text is too long.") : tr("Enter at least one word to listen for.")
    }
}

/// The list of replacement rules in the preferences window. Shows the view state and makes no decisions itself.
@MainActor public protocol ReplacementView: AnyObject {
    func render(_ state: ReplacementState)
    /// Opens the form in which the user adds or edits a replacement rule.
    func edit(_ form: ReplacementForm)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
}
