/// Parser for a JSON object (RFC 8259) that is still arriving. It reads only top-level string values, each as far as it
/// has arrived.
struct GrowingObject {
    private enum Place {
        case start, key, keyText, colon, value, text, other, comma, end, broken
    }

    private enum Escape: Equatable {
        case none
        case begun
        case code(UInt32, digits: Int)
    }

    /// Values by key; the last one may still grow.
    private(set) var texts: [String: String] = [:]
    private var place = Place.start
    private var key = ""
    private var escape = Escape.none
    /// First half of a surrogate pair whose second half has not arrived yet.
    private var highHalf: UInt32?
    private var depth = 0
    private var isInOtherText = false

    var isWhole: Bool { place == .end }

    mutating func append(_ piece: String) {
        for scalar in piece.unicodeScalars {
            take(scalar)
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        switch place {
        case .start where scalar == "{": place = .key
        case .start, .end, .broken: break
        case .keyText, .text: takeText(scalar)
        case .other: takeOther(scalar)
        case _ where scalar.properties.isWhitespace: break
        case .key: place = scalar == "\"" ? .keyText : scalar == "}" ? .end : .broken
        case .colon: place = scalar == ":" ? .value : .broken
        case .comma: place = scalar == "," ? .key : scalar == "}" ? .end : .broken
        case .value:
            place = scalar == "\"" ? .text : .other
            if place == .text {
                texts[key] = ""
            } else {
                takeOther(scalar)
            }
        }
    }

    private mutating func takeText(_ scalar: Unicode.Scalar) {
        switch escape {
        case .none where scalar == "\"":
            closeHalf()
            place = place == .keyText ? .colon : .comma
            if place == .comma {
                key = ""
            }
        case .none where scalar == "\\":
            escape = .begun
        case .none:
            write(scalar)
        case .begun where scalar == "u":
            escape = .code(0, digits: 0)
        case .begun:
            escape = .none
            write(Self.escaped[scalar] ?? scalar)
        case .code(let code, let digits):
            guard let digit = Character(scalar).hexDigitValue else {
                place = .broken
                return
            }
            let code = code << 4 | UInt32(digit)
            escape = digits < 3 ? .code(code, digits: digits + 1) : .none
            if escape == .none {
                write(code: code)
            }
        }
    }

    private static let escaped: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
    ]

    /// Appends a UTF-16 code unit. A lone surrogate becomes U+FFFD.
    private mutating func write(code: UInt32) {
        switch (highHalf, code) {
        case (let high?, 0xDC00...0xDFFF):
            highHalf = nil
            write(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (code - 0xDC00)) ?? "\u{FFFD}")
        case (_, 0xD800...0xDBFF):
            closeHalf()
            highHalf = code
        default:
            write(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
    }

    private mutating func closeHalf() {
        if highHalf != nil {
            highHalf = nil
            write("\u{FFFD}")
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        closeHalf()
        if place == .keyText {
            key.unicodeScalars.append(scalar)
        } else {
            texts[key, default: ""].unicodeScalars.append(scalar)
        }
    }

    private mutating func takeOther(_ scalar: Unicode.Scalar) {
        if isInOtherText {
            isInOtherText = escape == .begun || scalar != "\""
            escape = escape == .none && scalar == "\\" ? .begun : .none
            return
        }
        switch scalar {
        case "\"": isInOtherText = true
        case "{", "[": depth += 1
        case "}" where depth == 0: place = .end
        case "}", "]": depth -= 1
        case "," where depth == 0:
            place = .key
            key = ""
        default: break
        }
    }
}
