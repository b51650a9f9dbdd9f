public import ParlandoCore

/// Amounts as people read them, in the language of the interface.
public enum Quantities {
    /// `00:00`, from an hour on `1:00:00`: a clock, and a place in a recording.
    public static func clock(_ seconds: Double) -> String {
        let total = Int(seconds, within: 0...359_999_999)
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        return (hours > 0 ? "\(hours):" : "") + "\(twoDigits(minutes)):\(twoDigits(rest))"
    }

    /// A stretch of a recording, `[00:03 – 00:17]`.
    public static func span(_ start: Double, _ end: Double) -> String {
        "[\(clock(start)) – \(clock(end))]"
    }

    /// An amount of data in decimal units, as file managers and shops give it: `77.7 MB`.
    public static func bytes(_ count: Int64) -> String {
        let value = Double(max(0, count))
        return switch value {
        case ..<1000: trn("{count} byte", "{count} bytes", Int(value))
        case ..<999_500: tr("{amount} kB", ["amount": number(value / 1000)])
        case ..<999_500_000: tr("{amount} MB", ["amount": number(value / 1_000_000)])
        default: tr("{amount} GB", ["amount": number(value / 1_000_000_000)])
        }
    }

    /// An amount of data in a second: `3.1 MB/s`.
    public static func rate(_ bytesPerSecond: Double) -> String {
        tr("{amount}/s", ["amount": bytes(Int64(bytesPerSecond, within: 0...1_000_000_000_000_000))])
    }

    /// A rough duration that is still to come. Rounded up, so that it never promises too much.
    public static func timeLeft(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 100 * 3600 else {
            return tr("more than a day left")
        }
        let whole = Int(max(1, seconds.rounded(.up)))
        return switch whole {
        case ..<60: trn("{count} second left", "{count} seconds left", whole)
        case ..<3600: trn("{count} minute left", "{count} minutes left", (whole + 59) / 60)
        default: trn("{count} hour left", "{count} hours left", (whole + 3599) / 3600)
        }
    }

    /// A duration in whole units: `20 seconds`, `24 hours`. Rounded up, so that nobody comes back too early.
    static func duration(_ duration: Duration) -> String {
        let seconds = Int(min(max(1, (duration / .seconds(1)).rounded(.up)), 1e9))
        return switch seconds {
        case ..<60: trn("{count} second", "{count} seconds", seconds)
        case ..<3600: trn("{count} minute", "{count} minutes", (seconds + 59) / 60)
        default: trn("{count} hour", "{count} hours", (seconds + 3599) / 3600)
        }
    }

    /// `1.2 MB of 77.7 MB, 3.1 MB/s, 20 seconds left`.
    public static func progress(_ transfer: TransferProgress) -> String {
        let places = [
            "done": bytes(transfer.bytes), "total": bytes(transfer.total), "rate": rate(transfer.rate),
            "left": transfer.secondsLeft.map(timeLeft) ?? "",
        ]
        if transfer.total <= 0 {
            return tr("{done} so far", places)
        }
        if transfer.secondsLeft == nil {
            return tr("{done} of {total}", places)
        }
        return tr("{done} of {total}, {rate}, {left}", places)
    }

    /// A short time, `23 ms`; a tenth is given below ten.
    public static func milliseconds(_ seconds: Double) -> String {
        let sign = seconds < 0 ? "−" : ""
        return tr("{amount} ms", ["amount": sign + number(min(abs(seconds), 100) * 1000)])
    }

    /// A duration, `1.3 s`.
    static func seconds(_ seconds: Double) -> String {
        tr("{amount} s", ["amount": number(min(max(seconds, 0), 100_000))])
    }

    /// How much too late or too early, `+12 ms`, `−3 ms`.
    public static func signedMilliseconds(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int((seconds * 1000).rounded(), within: -100_000...100_000) : 0
        let sign = whole > 0 ? "+" : whole < 0 ? "−" : "±"
        return tr("{amount} ms", ["amount": sign + "\(whole.magnitude)"])
    }

    /// `±20 ms`.
    public static func plusMinus(_ seconds: Double) -> String {
        tr("{amount} ms", ["amount": "±\(Int((abs(seconds) * 1000).rounded(), within: 0...100_000))"])
    }

    /// A share, `92%`.
    public static func percent(_ percent: Double) -> String {
        tr("{amount}%", ["amount": "\(Int(percent, within: 0...100))"])
    }

    /// A place in the bar as musicians count it, `2` or `2.5`.
    static func beat(ofTick tick: Int) -> String {
        let tenths = (tick * 10 + NoteValue.ticksPerBeat / 2) / NoteValue.ticksPerBeat + 10
        return number(Double(tenths) / 10)
    }

    /// Beats per minute: whole ones, or with one digit after the separator.
    public static func tempo(_ beatsPerMinute: Double) -> String {
        let tenths = Int((beatsPerMinute * 10).rounded(), within: 0...100_000)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)" + trc("decimal separator", ".") + "\(tenths % 10)"
    }

    /// One digit after the separator below ten, none above.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        if tenths >= 100 || tenths % 10 == 0 {
            return "\(Int(value.rounded()))"
        }
        return "\(tenths / 10)" + trc("decimal separator", ".") + "\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
