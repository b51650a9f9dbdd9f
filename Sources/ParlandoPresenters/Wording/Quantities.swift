public import ParlandoCore

/// Formats quantities in the language of the interface.
public enum Quantities {
    /// A time in seconds: `00:00`, from an hour on `1:00:00`.
    public static func clock(_ seconds: Double) -> String {
        let total = Int(seconds, within: 0...359_999_999)
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        return (hours > 0 ? "\(hours):" : "") + "\(twoDigits(minutes)):\(twoDigits(rest))"
    }

    /// Two times in seconds: `[00:03 – 00:17]`.
    public static func span(_ start: Double, _ end: Double) -> String {
        "[\(clock(start)) – \(clock(end))]"
    }

    /// Decimal units, as in file managers: `77.7 MB`.
    public static func bytes(_ count: Int64) -> String {
        let value = Double(max(0, count))
        return switch value {
        case ..<1000: trn("{count} byte", "{count} bytes", Int(value))
        case ..<999_500: tr("{amount} kB", ["amount": number(value / 1000)])
        case ..<999_500_000: tr("{amount} MB", ["amount": number(value / 1_000_000)])
        default: tr("{amount} GB", ["amount": number(value / 1_000_000_000)])
        }
    }

    /// `3.1 MB/s`
    public static func rate(_ bytesPerSecond: Double) -> String {
        tr("{amount}/s", ["amount": bytes(Int64(bytesPerSecond, within: 0...1_000_000_000_000_000))])
    }

    /// Rounded up: `20 seconds left`.
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

    /// Rounded up: `20 seconds`, `24 hours`.
    static func duration(_ duration: Duration) -> String {
        let seconds = Int(min(max(1, (duration / .seconds(1)).rounded(.up)), 1e9))
        return switch seconds {
        case ..<60: trn("{count} second", "{count} seconds", seconds)
        case ..<3600: trn("{count} minute", "{count} minutes", (seconds + 59) / 60)
        default: trn("{count} hour", "{count} hours", (seconds + 3599) / 3600)
        }
    }

    /// `Retry 2 of 3, 1.2 MB of 78 MB, 3.1 MB/s, 20 seconds left`
    public static func progress(_ transfer: TransferProgress) -> String {
        let places = ["number": "\(transfer.retry)", "count": "\(TransferProgress.mostRetries)"]
        return (transfer.retry > 0 ? tr("Retry {number} of {count}", places) + ", " : "") + amounts(transfer)
    }

    private static func amounts(_ transfer: TransferProgress) -> String {
        let places = [
            "done": bytes(transfer.bytes), "total": bytes(transfer.total), "rate": rate(transfer.rate),
            "left": transfer.secondsLeft.map(timeLeft) ?? "",
        ]
        if transfer.total <= 0 {
            return tr("{done} so far", places)
        }
        if transfer.secondsLeft == nil {
            return transfer.bytes == 0 ? tr("connecting to the server") : tr("{done} of {total}", places)
        }
        return tr("{done} of {total}, {rate}, {left}", places)
    }

    /// Seconds as milliseconds, with one decimal below ten: `23 ms`.
    public static func milliseconds(_ seconds: Double) -> String {
        let sign = seconds < 0 ? "−" : ""
        return tr("{amount} ms", ["amount": sign + number(min(abs(seconds), 100) * 1000)])
    }

    /// `12 dB`, `−3 dB`
    public static func decibels(_ ratio: Double) -> String {
        let whole = Int(ratio.rounded(), within: -200...200)
        return tr("{amount} dB", ["amount": (whole < 0 ? "−" : "") + "\(whole.magnitude)"])
    }

    /// `1.3 s`
    public static func seconds(_ seconds: Double) -> String {
        tr("{amount} s", ["amount": number(min(max(seconds, 0), 100_000))])
    }

    /// Seconds as milliseconds; late is positive: `+12 ms`, `−3 ms`.
    public static func signedMilliseconds(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int((seconds * 1000).rounded(), within: -100_000...100_000) : 0
        let sign = whole > 0 ? "+" : whole < 0 ? "−" : "±"
        return tr("{amount} ms", ["amount": sign + "\(whole.magnitude)"])
    }

    /// Seconds as milliseconds: `±20 ms`.
    public static func plusMinus(_ seconds: Double) -> String {
        tr("{amount} ms", ["amount": "±\(Int((abs(seconds) * 1000).rounded(), within: 0...100_000))"])
    }

    /// Rounded, but below 100 at most `99%`, and above 0 at least `1%`.
    static func roundedPercent(_ percent: Double?) -> String {
        guard let percent else {
            return "–"
        }
        let rounded = percent.rounded()
        return self.percent(percent < 100 && rounded == 100 ? 99 : percent > 0 && rounded == 0 ? 1 : rounded)
    }

    /// 0 to 100, without decimals: `92%`.
    public static func percent(_ percent: Double) -> String {
        tr("{amount}%", ["amount": "\(Int(percent, within: 0...100))"])
    }

    /// A place in a bar in ticks, as a beat counted from 1: `2` or `2.5`.
    static func beat(ofTick tick: Int, in meter: Meter) -> String {
        let tenths = (tick * 10 + meter.beatTicks / 2) / meter.beatTicks + 10
        return number(Double(tenths) / 10)
    }

    /// Beats per minute, with one decimal if it is not whole.
    public static func tempo(_ beatsPerMinute: Double) -> String {
        decimal(Int((beatsPerMinute * 10).rounded(), within: 0...100_000))
    }

    /// One decimal below ten, none above.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths >= 100 ? "\(Int(value.rounded()))" : decimal(tenths)
    }

    private static func decimal(_ tenths: Int) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)" + trc("decimal separator", ".") + "\(tenths % 10)"
    }

    static func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}

public enum LanguageWording {
    /// The name in the language of the interface, else the native one.
    public static func name(of code: String) -> String {
        names[code].map { $0() } ?? SpeechLanguage.named(code)?.nativeName ?? code
    }

    /// Returns the code if the language is not known.
    static func nativeName(of code: String) -> String {
        SpeechLanguage.named(code)?.nativeName ?? code
    }

    // Functions, because the language of the interface is set after this table is made.
    private static let names: [String: @Sendable () -> String] = [
        "en": { tr("English") }, "es": { tr("Spanish") }, "fr": { tr("French") }, "de": { tr("German") },
        "ja": { tr("Japanese") }, "zh": { tr("Chinese") }, "ko": { tr("Korean") }, "it": { tr("Italian") },
        "pt": { tr("Portuguese") }, "ru": { tr("Russian") }, "ar": { tr("Arabic") }, "hi": { tr("Hindi") },
        "nl": { tr("Dutch") }, "sv": { tr("Swedish") }, "pl": { tr("Polish") },
    ]
}
