import CCurl
import CCurlShim
import Dispatch
import Glibc
import Logging
import ParlandoCore

/// HTTP client based on libcurl. Each request runs on its own thread, and the response is delivered as it arrives.
///
/// HTTPS requires TLS 1.2 or newer. Plain HTTP is allowed only for requests to this machine, and not if another machine
/// redirected the request to it. Proxies from the environment (`https_proxy`) are used, except for this machine.
public final class HTTPClient: Sendable {
    static let maximumRedirects = 5

    private let authorityFile: String?
    private let log = Logger(label: "parlando.http")

    /// - Parameter authorityFile: PEM file with the certificates to trust, or nil to trust the system's. If it cannot
    ///   be used, no request is sent (`HTTPError.Kind.authorities`).
    public init(authorityFile: String? = nil) {
        self.authorityFile = authorityFile
    }

    /// Sends a request and returns once the head of the response has arrived, whatever its status. Redirects of a GET
    /// are followed; a redirect to another origin carries no key. Cancelling the task ends the transfer at once.
    func send(
        _ request: HTTPRequest, progress: (any UploadProgress)? = nil
    ) async throws(HTTPError) -> HTTPResponse {
        // The server may answer before this task starts to wait.
        guard !Task.isCancelled else {
            throw HTTPError(.cancelled)
        }
        // The address may reveal names of people and servers, or what was said.
        log.debug("request", metadata: ["method": "\(request.method.forLog)"])
        let exchange = HTTPExchange()
        let body = HTTPBody(exchange)
        DispatchQueue(label: "parlando.http").async { [authorityFile] in
            exchange.finish(
                Result { () throws(HTTPError) in
                    try Self.run(request, exchange: exchange, authorityFile: authorityFile, progress: progress)
                })
        }
        let head = try await exchange.head()
        log.debug("response", metadata: ["status": "\(head.status)"])
        return HTTPResponse(head: head, body: body)
    }

    private static func run(
        _ request: HTTPRequest, exchange: HTTPExchange, authorityFile: String?, progress: (any UploadProgress)?
    ) throws(HTTPError) {
        guard globalCode == CURLE_OK else {
            throw HTTPError(.failed, detail: "libcurl does not start")
        }
        if let fault = authorityFile.flatMap({ AuthorityFile($0).fault }) {
            throw HTTPError(.authorities(fault))
        }
        var request = request
        var address = try CurlAddress(request.address)
        for _ in 0...maximumRedirects {
            let transfer = try CurlTransfer(
                request, to: address, exchange: exchange, authorityFile: authorityFile, progress: progress)
            exchange.attach(transfer)
            try transfer.perform()
            guard let location = transfer.redirect else {
                return
            }
            let next = try address.following(location)
            if next.origin != address.origin {
                request.headers.removeAll { !$0.mayTravel }
            }
            address = next
        }
        throw HTTPError(.tooManyRedirects)
    }

    /// `curl_global_init` is thread-safe.
    private static let globalCode = curl_global_init(Int(CURL_GLOBAL_ALL))
}

extension HTTPRequest.Method {
    fileprivate var forLog: String {
        switch self {
        case .get: "GET"
        case .post, .upload: "POST"
        }
    }
}

/// URL parsed by libcurl, which thus agrees on the host that it will connect to.
private struct CurlAddress {
    let text: String
    /// Scheme, host and port.
    let origin: [String]
    let isLoopback: Bool

    init(_ text: String) throws(HTTPError) {
        try self.init(parts: [text])
    }

    /// Returns the address of a redirect. Throws `insecure` if another machine redirects to this machine.
    func following(_ location: String) throws(HTTPError) -> CurlAddress {
        let next = try CurlAddress(parts: [text, location])
        guard isLoopback || !next.isLoopback else {
            throw HTTPError(.insecure, detail: "redirected to this machine")
        }
        return next
    }

    private init(parts: [String]) throws(HTTPError) {
        let handle = curl_url()
        defer { curl_url_cleanup(handle) }
        for part in parts {
            guard curl_url_set(handle, CURLUPART_URL, part, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK else {
                throw HTTPError(.invalidAddress)
            }
        }
        func piece(_ part: CURLUPart, _ flags: Int32 = 0) -> String {
            var text: UnsafeMutablePointer<CChar>?
            defer { curl_free(text) }
            let code = curl_url_get(handle, part, &text, UInt32(flags))
            return code == CURLUE_OK ? text.map { String(cString: $0) } ?? "" : ""
        }
        text = piece(CURLUPART_URL)
        let host = piece(CURLUPART_HOST).lowercased()
        isLoopback = Loopback.contains(host)
        let scheme = piece(CURLUPART_SCHEME).lowercased()
        origin = [scheme, host, piece(CURLUPART_PORT, CURLU_DEFAULT_PORT)]
        guard scheme == "https" || (scheme == "http" && isLoopback) else {
            throw HTTPError(.insecure, detail: scheme)
        }
    }
}

// Unchecked: its pointers are used on one thread, except by `wake`, which libcurl allows on any thread
// (`curl_multi_wakeup`).
final class CurlTransfer: @unchecked Sendable {
    /// Address that the response redirects to. The body of a redirecting response is not delivered.
    fileprivate private(set) var redirect: String?

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let exchange: HTTPExchange
    private let isGet: Bool
    private let authorityFile: String?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var fields: [String: String] = [:]
    private var upload = UploadReader([])
    private let progress: (any UploadProgress)?

    fileprivate init(
        _ request: HTTPRequest, to address: CurlAddress, exchange: HTTPExchange, authorityFile: String?,
        progress: (any UploadProgress)?
    ) throws(HTTPError) {
        guard let easy = curl_easy_init(), let multi = curl_multi_init() else {
            throw HTTPError(.failed, detail: "out of memory")
        }
        self.easy = easy
        self.multi = multi
        self.exchange = exchange
        self.progress = progress
        self.authorityFile = authorityFile
        isGet = request.method == .get
        guard request.headers.allSatisfy(\.isOneLine) else {
            throw HTTPError(.failed, detail: "a header of more than one line")
        }
        let codes = settings(of: request, address: address)
        guard codes.allSatisfy({ $0 == CURLE_OK }), curl_multi_add_handle(multi, easy) == CURLM_OK else {
            throw HTTPError(.failed, detail: "libcurl refused a setting")
        }
    }

    deinit {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        curl_slist_free_all(headers)
    }

    /// Makes the transfer's thread check whether the transfer was cancelled or can continue. Thread-safe.
    func wake() {
        curl_multi_wakeup(multi)
    }

    /// Blocks until the response is complete, a redirect, or cancelled.
    fileprivate func perform() throws(HTTPError) {
        var running: Int32 = 0
        repeat {
            guard !exchange.isOver else {
                throw HTTPError(.cancelled)
            }
            if exchange.takesUpAgain() {
                curl_easy_pause(easy, CURLPAUSE_CONT)
            }
            curl_multi_perform(multi, &running)
            if running > 0 {
                curl_multi_poll(multi, nil, 0, 1000, nil)
            }
        } while running > 0
        let code = parlando_curl_outcome(multi)
        guard code == CURLE_OK || redirect != nil else {
            throw HTTPError(code, authorityFile: authorityFile)
        }
    }

    private func settings(of request: HTTPRequest, address: CurlAddress) -> [CURLcode] {
        for header in request.headers {
            headers = curl_slist_append(headers, "\(header.name): \(header.value)") ?? headers
        }
        let me = Unmanaged.passUnretained(self).toOpaque()
        var codes = [
            parlando_curl_set_text(easy, CURLOPT_URL, address.text),
            parlando_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            parlando_curl_set_text(easy, CURLOPT_USERAGENT, "Parlando"),
            parlando_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
            parlando_curl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            parlando_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(request.connectTimeout / .milliseconds(1))),
            parlando_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1),
            parlando_curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, Int(request.stallTimeout.components.seconds)),
            parlando_curl_set_receivers(easy, receiveHeader, receiveBody, me),
        ]
        if address.isLoopback {
            codes.append(parlando_curl_set_text(easy, CURLOPT_PROXY, ""))
        }
        if let limit = request.totalTimeout {
            codes.append(parlando_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, Int(limit / .milliseconds(1)))))
        }
        if let authorityFile {
            codes.append(parlando_curl_set_text(easy, CURLOPT_CAINFO, authorityFile))
            // libcurl would also trust the system's folder.
            codes.append(parlando_curl_set_text(easy, CURLOPT_CAPATH, nil))
        }
        if let headers {
            codes.append(parlando_curl_set_headers(easy, headers))
        }
        switch request.method {
        case .get:
            break
        case .post(let bytes):
            codes.append(parlando_curl_set_body(easy, bytes, curl_off_t(bytes.count)))
        case .upload(let pieces):
            upload = UploadReader(pieces)
            codes.append(parlando_curl_set_upload(easy, sendBody, me, curl_off_t(upload.total)))
        }
        return codes
    }

    fileprivate func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = upload.read(into: buffer)
        progress?.uploadDidAdvance(to: upload.position, of: upload.total)
        return count
    }

    /// An empty line ends the head; heads of interim responses (1xx) precede the final one.
    fileprivate func takeHeader(_ line: String) {
        guard !line.isEmpty else {
            endHead()
            return
        }
        if line.hasPrefix("HTTP/") {
            fields = [:]
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = String(value)
        }
    }

    private func endHead() {
        let status = parlando_curl_status(easy)
        if isGet, [301, 302, 303, 307, 308].contains(status), let location = fields["location"] {
            redirect = location
        } else if status >= 200, redirect == nil {
            let wait = parlando_curl_retry_after(easy)
            let head = HTTPHead(status: status, fields: fields, retryAfter: wait > 0 ? .seconds(wait) : nil)
            exchange.deliver(head)
        }
    }

    /// Returns the number of bytes taken, `CURL_WRITEFUNC_PAUSE` if the reader's buffer is full, or 0 to end the
    /// transfer.
    fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard redirect == nil else {
            return 0
        }
        return exchange.deliver(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }
}

private let receiveHeader: parlando_curl_receiver = { bytes, size, count, context in
    guard let bytes, let context else {
        return 0
    }
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
    Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().takeHeader(line.trimmingLineEnd)
    return size * count
}

private let receiveBody: parlando_curl_receiver = { bytes, size, count, context in
    guard let context else {
        return 0
    }
    let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().takeBody(bytes)
}

private let sendBody: parlando_curl_sender = { buffer, size, count, context in
    guard let buffer, let context else {
        return 0
    }
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().giveBody(room)
}

extension String {
    fileprivate var trimmingLineEnd: String {
        String(prefix { !$0.isNewline })
    }
}

extension HTTPError {
    fileprivate init(_ code: CURLcode, authorityFile: String?) {
        let kind: Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CACERT_BADFILE where authorityFile != nil:
                .authorities(AuthorityFault(authorityFile ?? "", .notCertificates))
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .untrusted
            case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
                CURLE_HTTP2_STREAM:
                .interrupted
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING: .badAnswer
            default: .failed
            }
        self.init(kind, detail: String(cString: curl_easy_strerror(code)))
    }
}

/// Used on the transfer's thread.
struct UploadReader {
    let total: Int
    private(set) var position = 0

    private let pieces: [[UInt8]]
    private var piece = 0
    private var offset = 0

    init(_ pieces: [[UInt8]]) {
        self.pieces = pieces
        total = pieces.reduce(0) { $0 + $1.count }
    }

    /// Returns 0 when everything has been read.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, piece < pieces.count {
            let count = min(buffer.count - filled, pieces[piece].count - offset)
            if count > 0 {
                pieces[piece].withUnsafeBytes { bytes in
                    let source = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
                    UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: source)
                }
            }
            filled += count
            offset += count
            if offset == pieces[piece].count {
                piece += 1
                offset = 0
            }
        }
        position += filled
        return filled
    }
}

/// Loopback addresses: 127.0.0.0/8, ::1 and localhost (RFC 1122, RFC 4291, RFC 6761).
enum Loopback {
    /// An IPv6 address may be in brackets.
    static func contains(_ host: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            return UInt32(bigEndian: four.s_addr) >> 24 == 127
        }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var six = in6_addr()
        if inet_pton(AF_INET6, bare, &six) == 1 {
            return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        return host == "localhost" || host == "localhost."
    }
}
