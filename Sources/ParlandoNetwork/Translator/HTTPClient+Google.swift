import ParlandoCore

extension HTTPClient {
    /// Makes a client for the requests to one service.
    ///
    /// - Parameters:
    ///   - home: address of the service, in any notation.
    ///   - googleAuthorities: path of the certificates to require from Google's hosts, or nil to trust the system's.
    ///     They do not apply to other hosts.
    public convenience init(for home: String, googleAuthorities: String?) {
        self.init(authorityFile: ServiceHomes.isGoogle(home) ? googleAuthorities : nil)
    }
}
