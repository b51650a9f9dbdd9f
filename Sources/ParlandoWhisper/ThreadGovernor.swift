/// Chooses how many threads to compute with.
///
/// whisper.cpp's threads wait for each other by spinning: when other programs hold the cores, two threads are far
/// slower than one. So after two decodings in a row that took much longer than their processor time explains, one
/// thread is used for a while.
struct ThreadGovernor {
    private let most: Int32
    private var crowded = 0
    private var singleLeft = 0

    init(most: Int32) {
        self.most = most
    }

    var threads: Int32 {
        singleLeft > 0 ? 1 : most
    }

    /// Takes in what a decoding with `threads` threads cost: wall and processor time in seconds.
    mutating func record(wall: Double, processor: Double) {
        guard singleLeft == 0 else {
            singleLeft -= 1
            return
        }
        guard most > 1 else {
            return
        }
        crowded = wall > 1.5 * processor / Double(most) ? crowded + 1 : 0
        if crowded >= 2 {
            crowded = 0
            singleLeft = 20
        }
    }
}
