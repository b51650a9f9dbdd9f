import CGtk

/// Terminal colour scheme based on GNOME's terminals, in a light and a dark variant with readable contrast.
struct TerminalColours {
    let foreground: GdkRGBA
    let background: GdkRGBA
    /// The sixteen ANSI colours, in their standard order.
    let palette: [GdkRGBA]

    static let light = TerminalColours(
        0x1E1E1E, on: 0xFFFFFF,
        [
            0x171421, 0xC01C28, 0x1B7A4E, 0x8A5A00, 0x12488B, 0x8E3AA1, 0x1A7684, 0xD0CFCC,
            0x5E5C64, 0xD92B3C, 0x1F8F4D, 0x966800, 0x1C63B8, 0x9D3FB0, 0x10798A, 0xFFFFFF,
        ])
    static let dark = TerminalColours(
        0xF2F2F2, on: 0x1D1D1D,
        [
            0x3D3846, 0xF0605D, 0x57E389, 0xF5C211, 0x6AB0FF, 0xD280DB, 0x33C7DE, 0xC0BFBC,
            0x9A9996, 0xFF7B72, 0x8FF0A4, 0xF8E45C, 0x99C1F1, 0xDC8ADD, 0x93DDE8, 0xFFFFFF,
        ])

    private init(_ foreground: UInt32, on background: UInt32, _ palette: [UInt32]) {
        self.foreground = Self.colour(foreground)
        self.background = Self.colour(background)
        self.palette = palette.map(Self.colour)
    }

    private static func colour(_ code: UInt32) -> GdkRGBA {
        GdkRGBA(
            red: Float(code >> 16 & 0xFF) / 255, green: Float(code >> 8 & 0xFF) / 255, blue: Float(code & 0xFF) / 255,
            alpha: 1)
    }
}
