import Glibc
import ParlandoCore

extension AudioError {
    /// - Parameters:
    ///   - code: a negative error number, as ALSA returns it.
    ///   - side: of which device.
    ///   - doing: what failed, for the log.
    init(alsa code: Int32, of side: Side = .microphone, doing: String) {
        self.init(Self.kind(of: -code), of: side, detail: "\(doing): \(Self.text(of: -code))")
    }

    static func text(of number: Int32) -> String {
        "\(String(cString: strerror(number))) (\(number))"
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        // The last two are what PulseAudio's and PipeWire's plugins say when their server does not run.
        case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN: .noDevice
        case EBUSY, EAGAIN: .busy
        case EACCES, EPERM: .denied
        case EINVAL: .unsupported
        default: .failed
        }
    }
}
