import Foundation

/// What a server says itself of a failure, for people: servers have the sentence in different places.
enum ServerReason {
    /// Longest reason that is shown, in characters.
    private static let longest = 300

    /// `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}`, `{"detail": [{"msg": "…"}]}`, `{"message": "…"}`;
    /// nil: none of them.
    static func read(_ bytes: [UInt8]) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            return nil
        }
        for key in ["error", "detail", "message"] {
            if let reason = sentence(in: object[key]), let shown = shown(reason) {
                return shown
            }
        }
        return nil
    }

    private static func sentence(in value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let object as [String: Any]: object["message"] as? String ?? object["msg"] as? String
        case let list as [Any]: sentence(in: list.first as? [String: Any])
        default: nil
        }
    }

    /// On one line, without what commands a terminal, and not endless.
    private static func shown(_ reason: String) -> String? {
        let words = reason.prefix(4 * longest).description.withoutCommands.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        return text.isEmpty ? nil : text.count > longest ? text.prefix(longest) + "…" : text
    }
}
