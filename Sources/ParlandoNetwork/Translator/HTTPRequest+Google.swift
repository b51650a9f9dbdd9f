import ParlandoCore

extension HTTPRequest {
    /// A request to a service of Google's. The key goes into a header, never into the address: addresses end up in logs.
    /// Throws where the key is missing or cannot be sent.
    ///
    /// - Parameter body: JSON to be posted, nil: a GET.
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
