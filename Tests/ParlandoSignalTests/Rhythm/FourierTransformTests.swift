import ParlandoSignal
import ParlandoTestSupport
import Testing

@Suite struct FourierTransformTests {
    @Test(arguments: [64, 960, 1024])
    func thereAndBackIsTheSameSound(size: Int) throws {
        let transform = try #require(FourierTransform(size: size))
        let noise = ToneMaker.noise(seconds: 1, rate: size)
        for index in 0..<size {
            transform.samples[index] = noise[index]
        }
        transform.forward()
        transform.inverse()
        for index in 0..<size {
            #expect(abs(transform.samples[index] - noise[index]) < 1e-6)
        }
    }

    @Test func anOddSizeIsRefused() {
        #expect(FourierTransform(size: 33) == nil)
    }
}
