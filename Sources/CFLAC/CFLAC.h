#include <FLAC/stream_encoder.h>
