#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// What memory allocation, Swift's runtime, and reading and writing of open descriptors need (seccomp(2)).
static const int harmless[] = {
    SCMP_SYS(read),          SCMP_SYS(pread64),       SCMP_SYS(write),          SCMP_SYS(lseek),
    SCMP_SYS(poll),          SCMP_SYS(ppoll),         SCMP_SYS(close),          SCMP_SYS(brk),
    SCMP_SYS(munmap),        SCMP_SYS(mremap),        SCMP_SYS(madvise),        SCMP_SYS(futex),
    SCMP_SYS(rt_sigreturn),  SCMP_SYS(rt_sigaction),  SCMP_SYS(rt_sigprocmask), SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),  SCMP_SYS(getrandom),      SCMP_SYS(sched_yield),
    SCMP_SYS(getpid),        SCMP_SYS(gettid),        SCMP_SYS(sched_getaffinity),
    SCMP_SYS(restart_syscall), SCMP_SYS(exit),        SCMP_SYS(exit_group),
};

bool parlando_confine(void) {
    // Memory that holds somebody's voice is not written to disk if the process crashes.
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    close_range(3, ~0U, 0);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) {
        return false;
    }
    int code = 0;
    for (size_t index = 0; index < sizeof harmless / sizeof *harmless && code == 0; index++) {
        code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, harmless[index], 0);
    }
    // Memory, but none that can be executed.
    const int mapping[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};
    for (size_t index = 0; index < 2 && code == 0; index++) {
        code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, mapping[index], 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    }
    if (code == 0) {
        code = seccomp_load(filter);
    }
    seccomp_release(filter);
    return code == 0;
}
