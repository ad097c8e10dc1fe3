package io.pq2.build;

import io.pq2.build.BuildRecorder.Mojo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The processes below Maven's JVM and their CPU times, from samples of {@code /proc}.
 *
 * <p>The system adds the CPU time of a process that has ended to that of its parent. What arrives there and no sample
 * has seen is either the end of a child after its last sample, or a child too short for a sample. The former is added
 * to the children that ended since the last sample, the latter to the parent. So the sum is complete, and nothing
 * counts twice.
 */
final class ChildProcesses {

    static final long PERIOD_MILLIS = 250;

    private static final Path PROC = Path.of("/proc");
    /** Options of java whose value is the next argument. */
    private static final Set<String> OPTIONS_WITH_VALUE =
            Set.of(("-cp -classpath --class-path -p --module-path --upgrade-module-path --add-modules --limit-modules"
                            + " --add-opens --add-exports --add-reads --patch-module --enable-native-access")
                    .split(" "));

    private final RecordFile file;
    private final Collection<Mojo> running;
    /** By process id. Parents come before their children. */
    private final Map<Long, Child> alive = new LinkedHashMap<>();

    private final Child maven = new Child(0, ProcessHandle.current().pid(), null);
    /** What {@link Stat#start} counts from, in milliseconds since 1970. */
    private final long epoch;

    private int lastId;

    /** @param running the mojos that run at the time of a sample */
    ChildProcesses(RecordFile file, Collection<Mojo> running) {
        this.file = file;
        this.running = running;
        maven.name = "(too short to be seen)";
        maven.stat = Stat.read(maven.pid);
        if (maven.stat == null) {
            epoch = 0;
            file.line("note", "The processes that Maven starts are missing: this system has no /proc.");
        } else {
            Instant start = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
            epoch = start.toEpochMilli() - maven.stat.start();
        }
    }

    private static final class Child {
        final int id;
        final long pid;
        final Child parent;
        final List<Child> justEnded = new ArrayList<>();
        long lastSeen;
        Stat stat;
        String name;
        /** Null if no mojo was found. */
        Mojo mojo;
        /** The CPU time of its children that is in the record. */
        long known;
        /** The CPU time that no sample has seen as its own. */
        long added;
        /** The last sample has seen the end of a child, but not yet its CPU time. */
        boolean late;

        Child(int id, long pid, Child parent) {
            this.id = id;
            this.pid = pid;
            this.parent = parent;
        }

        int depth() {
            return parent == null ? 0 : parent.depth() + 1;
        }

        void addUnseen() {
            long unseen = stat.waited() - known;
            if (unseen > 0) {
                add(unseen);
            }
            // A parent that does not have the CPU time of a child by the next sample has not waited for the child.
            if (unseen > 0 || late) {
                known = stat.waited();
            }
            late = unseen < 0 && !late;
            justEnded.clear();
        }

        private void add(long millis) {
            if (justEnded.isEmpty()) {
                added += millis;
            } else {
                justEnded.forEach(child -> child.add(millis / justEnded.size()));
            }
        }
    }

    /**
     * What {@code /proc/PID/stat} says, in milliseconds.
     *
     * @param program the first letters of the program's name
     * @param own CPU time
     * @param waited CPU time of the children that have ended and that it has waited for
     * @param start time since the start of the system
     */
    private record Stat(String program, long parent, long own, long waited, long start) {

        /** Returns null if there is no such process. */
        static Stat read(long pid) {
            String line = text(PROC.resolve(pid + "/stat"));
            int close = line.lastIndexOf(')');
            if (close < 0) {
                return null;
            }
            String[] fields = line.substring(close + 2).split(" ");
            return new Stat(
                    line.substring(line.indexOf('(') + 1, close),
                    Long.parseLong(fields[1]),
                    millis(fields[11]) + millis(fields[12]),
                    millis(fields[13]) + millis(fields[14]),
                    millis(fields[19]));
        }

        /** Linux reports times in hundredths of a second. */
        private static long millis(String ticks) {
            return Long.parseLong(ticks) * 10;
        }
    }

    synchronized void sample() {
        if (maven.stat == null) {
            return;
        }
        maven.stat = Stat.read(maven.pid);
        maven.lastSeen = System.currentTimeMillis();
        List<Child> ended = new ArrayList<>(alive.values());
        ended.removeIf(this::update);
        alive.values().removeAll(ended);
        ProcessHandle.current().descendants().forEach(process -> add(process.pid()));

        // Children before their parents, which add them up.
        ended.sort(Comparator.comparing(child -> -child.depth()));
        for (Child child : ended) {
            child.parent.known += child.stat.own() + child.known;
            child.parent.justEnded.add(child);
        }
        alive.values().forEach(Child::addUnseen);
        maven.addUnseen();
        ended.forEach(this::write);
    }

    /** Writes the processes that are alive. */
    synchronized void write() {
        if (maven.stat != null) {
            alive.values().forEach(this::write);
            file.line("process", 0, 0, 0, epoch + maven.stat.start(), maven.lastSeen, maven.added, maven.name);
        }
    }

    private void write(Child child) {
        int mojo = child.mojo == null ? 0 : child.mojo.id();
        long cpu = child.stat.own() + child.added;
        file.line(
                "process",
                child.id,
                child.parent.id,
                mojo,
                epoch + child.stat.start(),
                child.lastSeen,
                cpu,
                child.name);
    }

    /** Returns whether the process is alive. */
    private boolean update(Child child) {
        Stat stat = Stat.read(child.pid);
        if (stat == null || stat.start() != child.stat.start()) {
            return false;
        }
        boolean otherProgram = !stat.program().equals(child.stat.program());
        child.stat = stat;
        child.lastSeen = System.currentTimeMillis();
        // A new process has the command of its parent for a moment.
        if (otherProgram || child.mojo == null || child.lastSeen - epoch - stat.start() < 4 * PERIOD_MILLIS) {
            identify(child);
        }
        return true;
    }

    private void add(long pid) {
        Stat stat = pid <= 1 || pid == maven.pid || alive.containsKey(pid) ? null : Stat.read(pid);
        if (stat != null) {
            add(stat.parent());
            Child child = new Child(++lastId, pid, alive.getOrDefault(stat.parent(), maven));
            child.stat = stat;
            child.lastSeen = System.currentTimeMillis();
            identify(child);
            alive.put(pid, child);
        }
    }

    private void identify(Child child) {
        List<String> command = new ArrayList<>();
        String arguments = text(PROC.resolve(child.pid + "/cmdline"));
        for (String argument : arguments.split("\0")) {
            command.add(argument);
            // Files with arguments for java, and those for scalac.
            if (argument.startsWith("@") || argument.endsWith(".args")) {
                String text = text(Path.of(argument.replaceFirst("^@", "")));
                command.addAll(List.of(text.replace("\"", "").trim().split("\\s+")));
            }
        }
        // A process that has ended, but for which its parent has not waited yet, has no arguments.
        if (!arguments.isEmpty()) {
            child.name = name(command);
        } else if (child.name == null) {
            child.name = child.stat.program();
        }
        if (child.mojo == null) {
            child.mojo = child.parent.mojo;
        }
        if (child.mojo == null) {
            Path directory = directory(child.pid);
            child.mojo = innermost(mojo -> directory.startsWith(mojo.folder()));
        }
        if (child.mojo == null) {
            String text = String.join(" ", command);
            child.mojo = innermost(mojo -> text.contains(mojo.folder() + "/"));
        }
    }

    /** Returns the matching mojo whose folder has the longest path, or null if no mojo matches. */
    private Mojo innermost(Predicate<Mojo> matches) {
        return running.stream()
                .filter(matches)
                .max(Comparator.comparing(mojo -> mojo.folder().getNameCount()))
                .orElse(null);
    }

    /** Returns the last part of the main class or jar of a JVM, of the script of a shell, or else of the program. */
    private static String name(List<String> command) {
        String program = command.get(0).replaceFirst(".*/", "");
        for (int i = 1; i < command.size() && program.equals("java"); i++) {
            String argument = command.get(i);
            if (OPTIONS_WITH_VALUE.contains(argument)) {
                i++;
            } else if (command.get(i - 1).equals("-jar")) {
                // Without the time in the names of surefire's jars.
                return argument.replaceFirst(".*/", "").replaceFirst("[-_]?\\d{8,}[-_\\d]*", "");
            } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
                return argument.replaceFirst(".*[./]", "");
            }
        }
        boolean hasScript = program.matches("(ba|da)?sh|python[\\d.]*")
                && command.size() > 1
                && !command.get(1).startsWith("-");
        return hasScript ? command.get(1).replaceFirst(".*/", "") : program;
    }

    /** Returns the working directory of a process, empty if it is not known. */
    private static Path directory(long pid) {
        try {
            return Files.readSymbolicLink(PROC.resolve(pid + "/cwd"));
        } catch (IOException e) {
            return Path.of("");
        }
    }

    /** Returns the text of a file, empty if it cannot be read. */
    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
