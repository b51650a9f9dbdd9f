// swift-tools-version: 6.1
import PackageDescription

/// PARLANDO_FUZZ=1 adds what `scripts/fuzz` runs: it looks into other modules, as only a build for tests lets it.
let isFuzzed = Context.environment["PARLANDO_FUZZ"] == "1"

/// PARLANDO_PROGRAMS=1 leaves what only developers run away: tests and benchmarks.
let isForUsers = Context.environment["PARLANDO_PROGRAMS"] == "1"

/// PARLANDO_HEADLESS=1 drops the window, so the rest builds and tests where GTK is not installed.
let isHeadless = Context.environment["PARLANDO_HEADLESS"] == "1"

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // The tests look into the modules that users get: there is one build, and it is the release.
    .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A C library of the system, found by pkg-config.
func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// Nobody imports tests. Those that compute little are built quickly in place of well.
let tested = strict + [.unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .release))]
let unoptimized = tested + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func tests(_ name: String, _ dependencies: [Target.Dependency], computes: Bool = false) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: computes ? tested : unoptimized)
}

let libraries: [Target] = [
    library("CALSA", "alsa", apt: "libasound2-dev"),
    library("CPulse", "libpulse", apt: "libpulse-dev"),
    library("CSampleRate", "samplerate", apt: "libsamplerate0-dev"),
    library("CFLAC", "flac", apt: "libflac-dev"),
    library("CXML", "libxml-2.0", apt: "libxml2-dev"),
    library("CArchive", "libarchive", apt: "libarchive-dev"),
    library("CFFTW", "fftw3f", apt: "libfftw3-dev"),
    library("CSpeexDSP", "speexdsp", apt: "libspeexdsp-dev"),
    .systemLibrary(
        name: "CFFmpeg", pkgConfig: "libavformat",
        providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libavutil-dev"])]),
    library("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
    library("COpenSSL", "libcrypto", apt: "libssl-dev"),
    library("CGio", "gio-2.0", apt: "libglib2.0-dev"),
    library("CEspeak", "espeak-ng", apt: "libespeak-ng-dev"),
    library("CSecret", "libsecret-1", apt: "libsecret-1-dev"),
    library("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
    library("CIBus", "ibus-1.0", apt: "libibus-1.0-dev"),
    .systemLibrary(name: "CWhisper", pkgConfig: "whisper"),
    // Found by scripts/setup. Without it the program builds and has no natural voices.
    .systemLibrary(name: "CSherpa", pkgConfig: "sherpa-onnx"),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CConfinement", dependencies: ["CSeccomp"]),
    .target(name: "CCurlShim", dependencies: ["CCurl"]),
    .target(name: "CGioShim", dependencies: ["CGio"]),
    .target(name: "CIBusShim", dependencies: ["CIBus"]),
    .target(name: "CSecretShim", dependencies: ["CSecret"]),
    .target(name: "CSherpaShim", dependencies: ["CSherpa"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CStart"),
    .target(name: "CText"),
]

let layers: [Target] = [
    module("ParlandoCore", ["CStart"]),
    module("ParlandoRecognition", ["ParlandoCore"]),
    .target(
        name: "ParlandoSignal",
        dependencies: ["ParlandoCore", "CSampleRate", "CFFTW", "CSpeexDSP"],
        // A debug build hears live as well; unoptimised, the spectra take longer than the sound lasts.
        swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
    module("ParlandoALSA", ["ParlandoCore", "ParlandoSignal", "CALSA", "CPulse", logging]),
    .target(
        name: "ParlandoWhisper",
        dependencies: ["ParlandoCore", "ParlandoRecognition", "CMalloc", "CWhisper"],
        // A debug build is also tried with real speech; unoptimised, the search among 50,000 tokens takes seconds.
        swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
    module("ParlandoEspeak", ["ParlandoCore", "CEspeak"]),
    module("ParlandoPiper", ["ParlandoCore", "CSherpaShim"]),
    module("ParlandoNetwork", ["ParlandoCore", "ParlandoRecognition", "CCurl", "CCurlShim", "COpenSSL", logging]),
    .target(
        name: "ParlandoDecoding",
        dependencies: ["ParlandoCore", "CConfinement", "CFFmpeg"],
        // A debug build is also fuzzed; unoptimised, each of a hundred thousand packets takes long.
        swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
    module(
        "ParlandoSystem",
        ["ParlandoCore", "ParlandoSignal", "CArchive", "CFLAC", "CGio", "CGioShim", "CSecretShim", "CXML", logging]),
    module("ParlandoStorage", ["ParlandoCore", grdb, logging]),
    module("ParlandoServices", ["ParlandoCore", "ParlandoSignal", "ParlandoRecognition", logging]),
    module("ParlandoPresenters", ["ParlandoCore", "ParlandoServices", "CText"]),
    // The program runs it to decode recordings.
    .executableTarget(
        name: "ParlandoDecoder", dependencies: ["ParlandoDecoding"], swiftSettings: strict),
    // The program runs it while it writes at the caret of other applications.
    .executableTarget(
        name: "ParlandoInput", dependencies: ["ParlandoCore", "CIBusShim"], swiftSettings: strict),
    .executableTarget(
        name: "ParlandoTool",
        dependencies: [
            "ParlandoCore", "ParlandoSignal", "ParlandoRecognition", "ParlandoALSA", "ParlandoWhisper",
            "ParlandoEspeak", "ParlandoPiper", "ParlandoNetwork", "ParlandoStorage", "ParlandoSystem",
            "ParlandoServices", "ParlandoPresenters", arguments, logging,
        ],
        swiftSettings: strict
    ),
]

let testSupport = Target.target(
    name: "ParlandoTestSupport",
    dependencies: [
        "ParlandoCore", "ParlandoSignal", "ParlandoRecognition", "ParlandoServices", "ParlandoPresenters", logging,
    ],
    path: "Tests/Support",
    swiftSettings: strict
)

/// Measures from within; `scripts/bench` runs it.
let bench = Target.executableTarget(
    name: "ParlandoBench",
    dependencies: [
        "ParlandoCore", "ParlandoRecognition", "ParlandoALSA", "ParlandoEspeak", "ParlandoPiper", "ParlandoNetwork",
        "ParlandoServices", "ParlandoSignal", "ParlandoStorage", "ParlandoSystem", "ParlandoTestSupport",
        "ParlandoWhisper",
    ],
    path: "bench/program",
    swiftSettings: strict
)

/// Feeds damaged inputs to everything that reads bytes from outside.
let fuzz: [Target] = [
    .target(name: "CFuzzShim", path: "Tests/FuzzShim"),
    .executableTarget(
        name: "ParlandoFuzz",
        dependencies: [
            "ParlandoCore", "ParlandoSignal", "ParlandoRecognition", "ParlandoNetwork", "ParlandoStorage",
            "ParlandoDecoding", "ParlandoSystem", "CFuzzShim", "CGio",
            grdb,
        ],
        path: "Tests/Fuzz",
        // A debug build lets it look into other modules; unoptimised, making the inputs takes longer than reading them.
        swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
]

let window: [Target] = [
    library("CGtk", "libadwaita-1", apt: "libadwaita-1-dev"),
    library("CVte", "vte-2.91-gtk4", apt: "libvte-2.91-gtk4-dev"),
    .target(
        name: "CGtkShim", dependencies: ["CGtk"], linkerSettings: [.linkedLibrary("dispatch"), .linkedLibrary("X11")]),
    module("ParlandoGtk", ["ParlandoCore", "ParlandoPresenters", "CGtk", "CGtkShim", "CVte"]),
    .executableTarget(
        name: "Parlando",
        dependencies: [
            "ParlandoCore", "ParlandoSignal", "ParlandoRecognition", "ParlandoALSA", "ParlandoWhisper",
            "ParlandoEspeak", "ParlandoPiper", "ParlandoNetwork", "ParlandoStorage", "ParlandoSystem",
            "ParlandoServices", "ParlandoPresenters", "ParlandoGtk", logging,
        ],
        swiftSettings: strict
    ),
]

/// Measures the window from within; `scripts/bench terminal` runs it.
let windowBench = Target.executableTarget(
    name: "ParlandoWindowBench",
    dependencies: [
        "ParlandoCore", "ParlandoServices", "ParlandoPresenters", "ParlandoGtk", "ParlandoTestSupport", "CGtk", "CVte",
    ],
    path: "bench/window-program",
    swiftSettings: strict
)

let support: Target.Dependency = "ParlandoTestSupport"
let windowTests = [
    tests("ParlandoGtk", ["ParlandoCore", "ParlandoPresenters", "ParlandoGtk", "CGtk", "CGtkShim", "CVte", support])
]
let testTargets: [Target] = [
    tests("Architecture", [], computes: true),
    tests("ParlandoCore", ["ParlandoCore", support]),
    tests("ParlandoRecognition", ["ParlandoCore", "ParlandoRecognition", support]),
    tests("ParlandoSignal", ["ParlandoCore", "ParlandoSignal", support], computes: true),
    tests(
        "ParlandoALSA", ["ParlandoCore", "ParlandoSignal", "ParlandoServices", "ParlandoALSA", support],
        computes: true),
    tests(
        "ParlandoWhisper",
        [
            "ParlandoCore", "ParlandoRecognition", "ParlandoWhisper", "ParlandoSystem", "ParlandoNetwork",
            "ParlandoServices", support,
        ]),
    tests(
        "ParlandoEspeak",
        [
            "ParlandoCore", "ParlandoEspeak", "ParlandoRecognition", "ParlandoSignal", "ParlandoWhisper",
            "ParlandoNetwork", "ParlandoSystem", "ParlandoServices", support,
        ]),
    tests(
        "ParlandoPiper",
        [
            "ParlandoCore", "ParlandoPiper", "ParlandoEspeak", "ParlandoRecognition", "ParlandoSignal",
            "ParlandoWhisper", "ParlandoNetwork", "ParlandoSystem", "ParlandoServices", support,
        ]),
    tests("ParlandoStorage", ["ParlandoCore", "ParlandoServices", "ParlandoStorage", "ParlandoSystem", support]),
    tests(
        "ParlandoNetwork",
        [
            "ParlandoCore", "ParlandoRecognition", "ParlandoNetwork", "ParlandoServices", "ParlandoSystem", support,
        ]
    ),
    tests("ParlandoSystem", ["ParlandoCore", "ParlandoDecoding", "ParlandoSystem", support]),
    tests("ParlandoServices", ["ParlandoCore", "ParlandoRecognition", "ParlandoServices", support], computes: true),
    tests("ParlandoPresenters", ["ParlandoCore", "ParlandoServices", "ParlandoPresenters", support]),
    tests("ParlandoTool", ["ParlandoCore", "ParlandoSystem", "ParlandoTool", support]),
]

let development = [testSupport, bench] + testTargets + (isHeadless ? [] : [windowBench] + windowTests)

let package = Package(
    name: "Parlando",
    products: [
        .executable(name: "parlandoctl", targets: ["ParlandoTool"]),
        .executable(name: "parlando-decoder", targets: ["ParlandoDecoder"]),
        .executable(name: "parlando-input", targets: ["ParlandoInput"]),
    ]
        + (isHeadless ? [] : [.executable(name: "parlando", targets: ["Parlando"])]),
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: libraries + layers + (isHeadless ? [] : window) + (isFuzzed ? fuzz : []) + (isForUsers ? [] : development),
    swiftLanguageModes: [.v6]
)
