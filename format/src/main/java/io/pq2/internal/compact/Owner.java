package io.pq2.internal.compact;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The process that runs a compaction. It is in the name of the lock file, which appears as a whole on each file system.
 *
 * @param id the identifier of the compaction
 * @param process the number of the process on its host
 * @param processStart the start of the process in milliseconds since 1970; 0 if the host does not tell
 * @param host the name of the host
 */
record Owner(String id, long process, long processStart, String host) {

    private static final String SUFFIX = ".lock";
    private static final Pattern NAME =
            Pattern.compile("([0-9a-f]{1,15}-[0-9a-f]+)@(\\d{1,18})@(\\d{1,18})@([^@]+)\\" + SUFFIX);
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9.-]");
    private static final String UNKNOWN = "unknown";
    private static final int HEXADECIMAL = 16;

    static Owner ofThisProcess(String id) {
        ProcessHandle process = ProcessHandle.current();
        return new Owner(id, process.pid(), start(process), localHost());
    }

    private static String localHost() {
        try {
            return UNSAFE.matcher(InetAddress.getLocalHost().getHostName()).replaceAll("_");
        } catch (UnknownHostException e) {
            return UNKNOWN;
        }
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Whether a file is a lock. */
    static boolean isLock(String name) {
        return name.endsWith(SUFFIX) && !name.startsWith(".");
    }

    /** Returns the owner in the name of a lock; null if the name has another form. */
    static @Nullable Owner parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? new Owner(
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3)),
                        matcher.group(4))
                : null;
    }

    /** Returns the name of the lock. */
    String lockName() {
        return id + "@" + process + "@" + processStart + "@" + host + SUFFIX;
    }

    /** Whether the owner is this process. */
    boolean isThisProcess() {
        ProcessHandle current = ProcessHandle.current();
        return isHere() && process == current.pid() && processStart == start(current);
    }

    /** Whether the owner is known to be dead: it was on this host, and its process does not exist. */
    boolean isDead() {
        if (!isHere()) {
            return false;
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(process);
        return handle.isEmpty() || (processStart != 0 && start(handle.get()) != processStart);
    }

    private boolean isHere() {
        return !host.equals(UNKNOWN) && host.equals(localHost());
    }

    @Override
    public String toString() {
        Instant since = Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-')), HEXADECIMAL));
        return "process " + process + " on host " + host + ", started at " + since;
    }
}
