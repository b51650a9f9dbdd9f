import ParlandoCore

extension HTTPRequest {
    /// Creates a request to a Google service. The key goes into a header, never into the address, because addresses end
    /// up in logs. Throws if the key is missing or not valid in a header.
    ///
    /// - Parameter body: JSON to post, or nil for a GET.
    init(google address: String, key: Private<String>?, post body: [UInt8]?, timeout: Duration) throws(TranslationError)
    {
        guard let key = key?.revealed, !key.isEmpty else {
            throw TranslationError(.keyMissing)
        }
        guard HTTPHeader.canCarry(key) else {
            throw TranslationError(.keyRefused, detail: "not of printable ASCII")
        }
        self.init(address, headers: [HTTPHeader("x-goog-api-key", key)])
        if let body {
            method = .post(body)
            headers.append(HTTPHeader("Content-Type", "application/json"))
        }
        totalTimeout = timeout
    }
}
