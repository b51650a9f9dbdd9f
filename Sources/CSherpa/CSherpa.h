// The library is opened while the program runs (CSherpaShim), so that the program starts without it.
#if __has_include(<sherpa-onnx/c-api/c-api.h>)
#include <sherpa-onnx/c-api/c-api.h>
#endif
