#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

// The library sherpa-onnx is opened while the program runs, so a program that uses no natural voice does not load it.
// If the library's header is missing at build time, these functions report that there is no library.

/// Result of opening the library.
typedef enum {
    PARLANDO_SHERPA_READY,
    /// The program was built without the library's header.
    PARLANDO_SHERPA_NOT_BUILT_IN,
    /// The library was not found, or lacks a function.
    PARLANDO_SHERPA_MISSING,
    /// The library has another version than the header that the program was built with.
    PARLANDO_SHERPA_OTHER_VERSION
} parlando_sherpa_state;

/// A voice in memory.
typedef struct parlando_sherpa_voice parlando_sherpa_voice;

/// Receives samples of mono sound as they are made. Returns 0 to stop.
typedef int32_t (*parlando_sherpa_receiver)(const float *_Nullable samples, int32_t count, void *_Nullable context);

/// Makes a file that exists in memory only. Returns its descriptor, or -1 with `errno` set.
int parlando_memory_file(void);

/// Opens the library at this path, or where the system looks for it if the path has no slash. If the library is open,
/// the call has no effect. Not thread-safe.
parlando_sherpa_state parlando_sherpa_open(const char *path);

/// Loads a voice from a network and a file of tokens, which are read only during the call. Returns NULL if the files
/// are damaged or memory is short; exceptions of the library are caught. The network must have metadata, because
/// otherwise the library ends the process. When the process exits, it waits for calls that are still running.
parlando_sherpa_voice *_Nullable parlando_sherpa_make(const char *network, const char *tokens, float noise,
                                                      float rhythm_noise, float length, int32_t threads);
void parlando_sherpa_free(parlando_sherpa_voice *voice);

/// Returns the sample rate in Hz.
int32_t parlando_sherpa_rate(const parlando_sherpa_voice *voice);

/// Synthesizes phonemes, which are given as Unicode characters, and passes the samples to `receiver`. Returns 0 if the
/// library failed, else 1.
int32_t parlando_sherpa_speak(parlando_sherpa_voice *voice, const int32_t *phonemes, int32_t count, float speed,
                              parlando_sherpa_receiver receiver, void *_Nullable context);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end
