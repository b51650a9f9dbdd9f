#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

// The library sherpa-onnx is opened at run time, so a program that uses no natural voice does not load it. Without its
// header at build time, these functions report that there is no library.

typedef enum {
    PARLANDO_SHERPA_READY,
    PARLANDO_SHERPA_NOT_BUILT_IN,
    /// Not found, or without a function.
    PARLANDO_SHERPA_MISSING,
    /// Another version than the header that the program was built with.
    PARLANDO_SHERPA_OTHER_VERSION
} parlando_sherpa_state;

typedef struct parlando_sherpa_voice parlando_sherpa_voice;

/// Receives mono sound as it is made. Returns 0 to stop.
typedef int32_t (*parlando_sherpa_receiver)(const float *_Nullable samples, int32_t count, void *_Nullable context);

/// Returns its descriptor, or -1 with `errno` set.
int parlando_memory_file(void);

/// Where the system looks for it if the path has no slash. Without effect if the library is open. Not thread-safe.
parlando_sherpa_state parlando_sherpa_open(const char *path);

/// The files are read only during the call. Returns NULL if they are damaged or memory is short; exceptions of the
/// library are caught. The network must have metadata: otherwise the library ends the process. At exit, the process
/// waits for calls that are still running.
parlando_sherpa_voice *_Nullable parlando_sherpa_make(const char *network, const char *tokens, float noise,
                                                      float rhythm_noise, float length, int32_t threads);
void parlando_sherpa_free(parlando_sherpa_voice *voice);

/// In Hz.
int32_t parlando_sherpa_rate(const parlando_sherpa_voice *voice);

/// The phonemes are Unicode characters. Returns 0 if the library failed, else 1.
int32_t parlando_sherpa_speak(parlando_sherpa_voice *voice, const int32_t *phonemes, int32_t count, float speed,
                              parlando_sherpa_receiver receiver, void *_Nullable context);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end
