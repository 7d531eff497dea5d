/* Preloaded into the program under test. Counts the calls that make data durable, over all
 * threads, and at the chosen one kills the process or fails the call.
 *
 *   XTASK_FAULT_LOG            file that gets one letter a call before it is made:
 *                              p pwrite, s fsync, d fdatasync, r rename
 *   XTASK_FAULT_KILL_AT=k      SIGKILL instead of the k-th call
 *   XTASK_FAULT_FULL_FROM=k    ENOSPC for writes to files from the k-th call on
 *   XTASK_FAULT_SYNC_AT=k      EIO for the k-th call that is a sync, counting only syncs
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls, syncs;
static atomic_int disk_is_full;
static long kill_at, full_from, sync_at;
static int log_fd = -1;

static long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void read_settings(void)
{
    const char *log = getenv("XTASK_FAULT_LOG");
    kill_at = number("XTASK_FAULT_KILL_AT");
    full_from = number("XTASK_FAULT_FULL_FROM");
    sync_at = number("XTASK_FAULT_SYNC_AT");
    if (log)
        log_fd = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
}

static void count(char letter)
{
    long n = atomic_fetch_add(&calls, 1) + 1;
    if (log_fd >= 0 && syscall(SYS_write, log_fd, &letter, 1) != 1)
        abort();
    if (n == kill_at) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;)
            pause();
    }
    if (full_from && n >= full_from)
        atomic_store(&disk_is_full, 1);
}

static int refused(int error)
{
    errno = error;
    return -1;
}

static int sync_fails(void)
{
    return atomic_fetch_add(&syncs, 1) + 1 == sync_at;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
    count('p');
    if (atomic_load(&disk_is_full))
        return refused(ENOSPC);
    return syscall(SYS_pwrite64, fd, bytes, size, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    return pwrite64(fd, bytes, size, offset);
}

/* Not counted: a plain write is durable only through the sync that follows it. */
ssize_t write(int fd, const void *bytes, size_t size)
{
    struct stat file;
    if (atomic_load(&disk_is_full) && fd > 2 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode))
        return refused(ENOSPC);
    return syscall(SYS_write, fd, bytes, size);
}

int fsync(int fd)
{
    count('s');
    return sync_fails() ? refused(EIO) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    count('d');
    return sync_fails() ? refused(EIO) : (int)syscall(SYS_fdatasync, fd);
}

int rename(const char *from, const char *to)
{
    count('r');
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
