import Glibc
import ParlandoCore

extension ModelError {
    /// Creates the error that corresponds to a system error number (`errno`) for a model file.
    init(errno code: Int32, doing action: String) {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ENOENT, EEXIST, ELOOP, ENAMETOOLONG: .notWritable
            default: .failed
            }
        self.init(kind, detail: "\(action): \(String(cString: strerror(code)))")
    }

    /// Creates the error that corresponds to a failed transfer of a model. Returns nil if the transfer was cancelled.
    init?(_ error: HTTPError) {
        let detail = "\(error.kind) \(error.detail)"
        switch error.kind {
        case .cancelled: return nil
        case .unreachable, .timedOut, .interrupted: self.init(.offline, detail: detail)
        case .invalidAddress, .insecure, .tooManyRedirects, .untrusted, .authorities, .badAnswer:
            self.init(.badAnswer, detail: detail)
        case .failed: self.init(.failed, detail: detail)
        }
    }
}
