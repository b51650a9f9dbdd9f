import ParlandoDecoding

DecoderProgram.run(Array(CommandLine.arguments.dropFirst()))
