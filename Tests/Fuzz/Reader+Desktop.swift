import CGio
import Foundation
import ParlandoCore

@testable import ParlandoSystem

/// Fuzz targets that read replies of other desktop programs, file names, and texts that are shown or typed.
extension Reader {
    static func desktopReaders() -> [Reader] {
        [
            Reader("portal", portalAnswers) { bytes in
                guard let first = bytes.first else {
                    return
                }
                let type = answerTypes[Int(first) % answerTypes.count]
                let data = Array(bytes.dropFirst())
                guard let variant = variant(data, type) else {
                    return
                }
                defer { g_variant_unref(variant) }
                let answer = PortalAnswer()
                answer.read(variant)
                guard answer.code == nil || type == answerTypes[0] else {
                    throw Wrong("an answer of the type \(type) was taken for one")
                }
                _ = answer.texts.values.filter(PortalBus.isPath)
            },
            Reader("portal-signals", portalSignals) { bytes in
                guard bytes.count > 2 else {
                    return
                }
                let name = signalNames[Int(bytes[0]) % signalNames.count]
                let type = signalTypes[Int(bytes[1]) % signalTypes.count]
                guard let variant = variant(Array(bytes.dropFirst(2)), type) else {
                    return
                }
                defer { g_variant_unref(variant) }
                guard
                    PortalSignal(name, at: "/session/x", variant) == nil || acceptedTypes[name]?.contains(type) != false
                else {
                    throw Wrong("a signal \(name) of the type \(type) was taken for one")
                }
            },
            Reader(
                "settings",
                [[0] + Array("text".utf8) + [0], [1, 0, 0, 0xF0, 0x7F], [2] + Array("a\0bc\0\u{2}\u{4}".utf8)]
            ) {
                bytes in
                let data = Array(bytes.dropFirst())
                switch bytes.first.map({ $0 % 4 }) {
                case 0: readSetting(String.self, data)
                case 1: readSetting(Double.self, data)
                case 2: readSetting([String].self, data)
                default: readSetting([String: Double].self, data)
                }
            },
            Reader("file-names", [Array("/músic/é/\u{10FFFF}x".utf8), [0x2F, 0xFF, 0xC3, 0x28]]) { bytes in
                let name = bytes.filter { $0 != 0 }
                guard PathBytes.bytes(PathBytes.text(name[...])) == name else {
                    throw Wrong("a name did not come back")
                }
            },
            Reader(
                "texts",
                texts: ["Hello, world. \u{202E}abc\u{1B}[31m! 你好。 \u{1F468}\u{200D}\u{1F469} 3.14 a@b.c\r\n\r\n"]
            ) {
                bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                let typed = TerminalText.safe(text, lineBreaks: .spaces)
                guard !typed.unicodeScalars.contains(where: { $0.value < 32 || (127..<160).contains($0.value) }) else {
                    throw Wrong("a control character was let through")
                }
                var cutter = SentenceCutter()
                for piece in cutter.take(text, isWhole: true) {
                    _ = SimplerText.make(of: piece)
                }
                _ = SSHComplaint(saying: text)
            },
        ]
    }

    /// D-Bus type signatures to decode an answer with. The first is the correct one.
    private static let answerTypes = [
        "(ua{sv})", "(sa{sv})", "(uu)", "a{sv}", "(uv)", "(oa{sv})", "(ua{ss})", "v", "(xay)",
    ]

    private static let portalAnswers: [[UInt8]] = [
        "(uint32 0, {'session_handle': <'/org/freedesktop/portal/desktop/session/x/y'>})",
        "(uint32 1, {'devices': <uint32 1>, 'a': <{'b': <objectpath '/c'>}>})",
        "(uint32 0, {'shortcuts': <[('toggle', {'trigger_description': <'Ctrl+R'>}), ('talk', @a{sv} {})]>})",
    ].compactMap { bytes(ofValue: $0).map { [0] + $0 } }

    private static let signalNames = [
        "Activated", "Deactivated", "ShortcutsChanged", "Closed", "NameOwnerChanged", "x",
    ]
    private static let signalTypes = ["(osta{sv})", "(oa(sa{sv}))", "(sss)", "(os)", "(sstv)", "a{sv}", "v"]
    /// D-Bus types that are accepted for the parameters of each signal.
    private static let acceptedTypes = [
        "Activated": ["(osta{sv})"], "Deactivated": ["(osta{sv})"], "ShortcutsChanged": ["(oa(sa{sv}))"],
        "NameOwnerChanged": ["(sss)"],
    ]

    private static let portalSignals: [[UInt8]] = [
        (0, 0, "(objectpath '/session/x', 'talk', uint64 7, {'a': <1>})"),
        (0, 0, "(objectpath '/session/x', 'start-de-base', uint64 7, @a{sv} {})"),
        (2, 1, "(objectpath '/session/x', [('talk', {'trigger_description': <'F9'>}), ('toggle', {'a': <3>})])"),
        (4, 2, "('org.freedesktop.portal.Desktop', ':1.7', '')"),
    ].compactMap { name, type, text in bytes(ofValue: text).map { [name, type] + $0 } }

    /// Returns the bytes of a value given in GVariant's text format, or nil if the text is not valid.
    private static func bytes(ofValue text: String) -> [UInt8]? {
        guard let variant = g_variant_parse(nil, text, nil, nil, nil) else {
            return nil
        }
        defer { g_variant_unref(variant) }
        guard let data = g_variant_get_data(variant) else {
            return nil
        }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(g_variant_get_size(variant))))
    }

    /// Returns the bytes as a value of a D-Bus type, as they would arrive over the bus. The bytes need not be valid.
    private static func variant(_ data: [UInt8], _ type: String) -> OpaquePointer? {
        let bytes = g_bytes_new(data, gsize(data.count))
        defer { g_bytes_unref(bytes) }
        let kind = g_variant_type_new(type)
        defer { g_variant_type_free(kind) }
        return g_variant_ref_sink(g_variant_new_from_bytes(kind, bytes, 0))
    }

    private static func readSetting<Value: SettingValue>(_ type: Value.Type, _ data: [UInt8]) {
        if let variant = variant(data, Value.type) {
            _ = Value(variant)
            g_variant_unref(variant)
        }
    }
}
