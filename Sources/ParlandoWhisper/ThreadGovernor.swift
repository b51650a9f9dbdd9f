/// Chooses how many threads to compute with.
///
/// whisper.cpp's threads wait for each other by spinning: when other programs hold the cores, two threads can be fifty
/// times slower than one. So threads are used only on cores that nobody else wants at this moment, and after a decoding
/// that took much longer than its processor time explains, one thread computes for a while.
struct ThreadGovernor {
    private let most: Int32
    private let cores: Int32
    private var singleLeft = 0

    /// `most`: threads on an idle machine. `cores`: processor cores of this machine.
    init(most: Int32, cores: Int32) {
        self.most = most
        self.cores = cores
    }

    /// How many threads to use now. `running`: tasks that run or want to, this one included; nil when nobody can tell.
    func threads(running: Int?) -> Int32 {
        guard singleLeft == 0 else {
            return 1
        }
        let others = Int32(clamping: max(0, (running ?? 1) - 1))
        return max(1, min(most, cores - others))
    }

    /// Takes in what a decoding with `threads` threads cost: wall and processor time in seconds.
    mutating func record(wall: Double, processor: Double, threads: Int32) {
        if singleLeft > 0 {
            singleLeft -= 1
        } else if threads > 1, wall > 1.5 * processor / Double(threads) {
            singleLeft = 20
        }
    }
}
