import Foundation
import ParlandoCore
import ParlandoTestSupport
import Testing

/// The settings schema and the declared preferences say the same.
struct SchemaTests {
    private struct Key {
        let type: String
        let range: ClosedRange<Double>?
    }

    /// Keys of the main window itself, which are no preferences.
    private static let window: Set = ["window-width", "window-height", "window-maximized"]
    private let keys: [String: Key]

    init() throws {
        let file = ProjectFolder.root.appending(path: "data/io.github.parlando.Parlando.gschema.xml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let pattern = /<key name="(.+?)" type="(.+?)">\s*(?:<range min="(.+?)" max="(.+?)"\/>)?/
        let found = text.matches(of: pattern).map { match -> (String, Key) in
            let range = match.3.flatMap { Double($0) }.flatMap { low in match.4.flatMap { Double($0) }.map { low...$0 }
            }
            return (String(match.1), Key(type: String(match.2), range: range))
        }
        keys = Dictionary(uniqueKeysWithValues: found)
    }

    @Test func everyPreferenceHasAKeyAndEveryKeyAPreference() {
        let declared = Preferences.declared.map(\.name)
        #expect(Set(declared).count == declared.count)
        #expect(Set(declared).union(Self.window) == Set(keys.keys))
    }

    @Test(arguments: Preferences.declared.map(\.name)) func aKeyHasTheTypeAndTheRangeOfItsPreference(name: String)
        throws
    {
        let preference = try #require(Preferences.declared.first { $0.name == name })
        let key = try #require(keys[name])
        let value = preference.value(in: Preferences())
        #expect(key.type == Self.type(of: value))
        // A decimal number is clamped when it is read; the schema would put the default in its place.
        let least = preference.range.map { preference.allowsZero ? min(0, $0.lowerBound) : $0.lowerBound }
        #expect(key.range?.lowerBound == (value is Int ? least : nil))
        #expect(key.range?.upperBound == (value is Int ? preference.range?.upperBound : nil))
    }

    private static func type(of value: any PreferenceValue) -> String {
        // An empty list can be cast to a list of any type, so the types themselves are compared.
        switch ObjectIdentifier(Swift.type(of: value)) {
        case ObjectIdentifier(Bool.self): "b"
        case ObjectIdentifier(Int.self): "i"
        case ObjectIdentifier(Double.self): "d"
        case ObjectIdentifier(String.self): "s"
        case ObjectIdentifier([String].self): "as"
        case ObjectIdentifier([Double].self): "ad"
        case ObjectIdentifier([String: String].self): "a{ss}"
        case ObjectIdentifier([String: Double].self): "a{sd}"
        default: ""
        }
    }
}
