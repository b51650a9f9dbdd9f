/// Bytes of one response, including its fault.
struct ServerAnswer {
    var head: [UInt8] = []
    var body: [UInt8] = []
    /// Number of bytes of the body that are sent.
    var stop = Int.max

    init(to request: ServerRequest, file: ServedFile, fault: ServerFault) {
        switch fault {
        case .status(let status, let retryAfter):
            body = Array("no".utf8)
            write(status, ["Content-Length: 2"] + (retryAfter.map { ["Retry-After: \($0)"] } ?? []))
        case .redirect(let target):
            write(302, ["Location: \(target)", "Content-Length: 0"])
        case .empty:
            write(200, ["Content-Length: 0"])
        case .endless:
            write(200, [])
        case .silence:
            break
        default:
            serve(file, to: request, fault: fault)
        }
    }

    private mutating func serve(_ file: ServedFile, to request: ServerRequest, fault: ServerFault) {
        let offset = Self.offset(of: request, in: file)
        guard offset ?? 0 < max(1, file.bytes.count) else {
            write(416, ["Content-Range: bytes */\(file.bytes.count)", "Content-Length: 0"])
            return
        }
        body = Array(file.bytes.dropFirst(offset ?? 0))
        var fields = file.entityTag.map { ["ETag: \($0)"] } ?? []
        fields += file.lastModified.map { ["Last-Modified: \($0)"] } ?? []
        var shift = 0
        var saysLength = true
        switch fault {
        case .cut(let count), .stall(let count): stop = count
        case .short(let count): body.removeLast(min(count, body.count))
        case .quietlyShort(let count):
            body.removeLast(min(count, body.count))
            saysLength = false
        case .wrongByte: body[body.count / 2] ^= 1
        case .shiftedRange(let count): shift = count
        case .interim: head = Array("HTTP/1.1 103 Early Hints\r\nETag: \"hint\"\r\n\r\n".utf8)
        default: break
        }
        if saysLength {
            fields.append("Content-Length: \(body.count)")
        }
        if let offset {
            fields.append("Content-Range: bytes \(offset + shift)-\(file.bytes.count - 1)/\(file.bytes.count)")
        }
        write(offset == nil ? 200 : 206, fields)
    }

    private mutating func write(_ status: Int, _ fields: [String]) {
        let lines = ["HTTP/1.1 \(status) Scripted"] + fields + ["Connection: close", "", ""]
        head += Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Returns the offset of the requested range, or nil if the whole file is to be sent (RFC 9110, 13.1.5 and 14.2).
    private static func offset(of request: ServerRequest, in file: ServedFile) -> Int? {
        guard file.hasRanges, let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-")
        else {
            return nil
        }
        if let condition = request.headers["if-range"], condition != file.entityTag, condition != file.lastModified {
            return nil
        }
        return Int(range.dropFirst(6).dropLast())
    }
}
