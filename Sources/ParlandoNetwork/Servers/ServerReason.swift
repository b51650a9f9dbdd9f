import Foundation
import ParlandoCore

/// Extracts the error message from a server's response, to show to the user. Servers put the message in different
/// places.
enum ServerReason {
    /// Maximum length of a message that is shown, in characters.
    private static let longest = 300

    /// Returns the message from `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}`, `{"detail":
    /// [{"msg": "…"}]}` or `{"message": "…"}`, or nil if the response has none of these forms.
    static func read(_ bytes: [UInt8]) -> String? {
        guard let object = try? OutsideJSON.object(from: Data(bytes)) as? [String: Any] else {
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

    /// Returns the message on one line, without terminal control characters, and shortened if necessary.
    private static func shown(_ reason: String) -> String? {
        let words = reason.prefix(4 * longest).description.withoutCommands.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        return text.isEmpty ? nil : text.count > longest ? text.prefix(longest) + "…" : text
    }
}
