import Glibc
import ParlandoCore

extension AudioError {
    /// - Parameters:
    ///   - code: negative error number returned by ALSA.
    ///   - side: direction of the stream that failed.
    ///   - doing: failed operation, for the log.
    init(alsa code: Int32, of side: Side = .microphone, doing: String) {
        self.init(Self.kind(of: -code), of: side, detail: "\(doing): \(Self.text(of: -code))")
    }

    static func text(of number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        // The last two errors come from the plugins of PulseAudio and PipeWire if their server is not running.
        case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN: .noDevice
        case EBUSY, EAGAIN: .busy
        case EACCES, EPERM: .denied
        case EINVAL: .unsupported
        default: .failed
        }
    }
}
