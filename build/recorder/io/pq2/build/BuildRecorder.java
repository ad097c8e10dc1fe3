package io.pq2.build;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.MojoExecution;

/**
 * Records what a build spends its time on, in the file that the property {@code pq2.build.record} names. Its lines are
 * tab-separated. Times are milliseconds since 1970, CPU times are milliseconds. Of lines with equal ids, the last one
 * is valid. The fields in their order:
 *
 * <pre>
 * mojo     id, module's folder below the root, its artifactId, plugin, goal, execution, phase, start
 * end      id of the mojo, end, SUCCEEDED or FAILED, CPU time of the builder's thread
 * process  id, id of its parent (0: Maven), id of the mojo (0: none), start, last seen, CPU time, what was started
 * jvm      CPU time of Maven's JVM, the time until which it is, of this the CPU time of the recorder's thread
 * note     text
 * </pre>
 *
 * <p>It never fails a build: if it cannot record, it says so once.
 */
public final class BuildRecorder extends AbstractEventSpy {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final AtomicInteger lastId = new AtomicInteger();
    /** The mojos that run, by the folder of their module. */
    private final Map<Path, Mojo> running = new ConcurrentHashMap<>();
    /** The mojo that the thread of a builder runs. Maven ends the goals that a mojo forks before it starts the mojo. */
    private final ThreadLocal<Mojo> current = new ThreadLocal<>();

    /** Null until {@link #init}, and if the property is missing. */
    private RecordFile file;

    private ChildProcesses processes;
    private Path root;
    private volatile long samplerMillis;

    /**
     * A running mojo.
     *
     * @param folder the folder of its module
     * @param cpu the CPU time of its thread at its start, in nanoseconds
     */
    record Mojo(int id, Path folder, long cpu) {}

    @Override
    public void init(Context context) {
        try {
            Properties properties = (Properties) context.getData().get("userProperties");
            root = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ""))
                    .toAbsolutePath();
            file = new RecordFile(Path.of(properties.getProperty("pq2.build.record")));
            processes = new ChildProcesses(file, running.values());
            Thread sampler = new Thread(this::sample, "build recorder");
            sampler.setDaemon(true);
            sampler.start();
            Runtime.getRuntime().addShutdownHook(new Thread(this::finish));
        } catch (Exception | LinkageError e) {
            System.err.println("[WARNING] This build is not recorded: " + e);
            file = null;
        }
    }

    @Override
    public void onEvent(Object event) {
        if (file != null && event instanceof ExecutionEvent execution) {
            try {
                switch (execution.getType()) {
                    case MojoStarted -> start(execution);
                    case MojoSucceeded -> end("SUCCEEDED");
                    case MojoFailed -> end("FAILED");
                    default -> {}
                }
            } catch (Exception | LinkageError e) {
                file.fail(e);
            }
        }
    }

    private void start(ExecutionEvent event) {
        MojoExecution execution = event.getMojoExecution();
        Path folder = event.getProject().getBasedir() == null
                ? root
                : event.getProject().getBasedir().toPath();
        Mojo mojo = new Mojo(lastId.incrementAndGet(), folder, threads.getCurrentThreadCpuTime());
        String module = root.relativize(folder).toString().replace('\\', '/');
        file.line(
                "mojo",
                mojo.id(),
                module.isEmpty() ? "." : module,
                event.getProject().getArtifactId(),
                execution.getArtifactId(),
                execution.getGoal(),
                execution.getExecutionId(),
                execution.getLifecyclePhase(),
                System.currentTimeMillis());
        current.set(mojo);
        running.put(folder, mojo);
    }

    private void end(String outcome) {
        Mojo mojo = current.get();
        if (mojo != null) {
            long cpu = (threads.getCurrentThreadCpuTime() - mojo.cpu()) / 1_000_000;
            current.remove();
            running.remove(mojo.folder(), mojo);
            file.line("end", mojo.id(), System.currentTimeMillis(), outcome, cpu);
        }
    }

    /** Samples the processes until the JVM ends. */
    private void sample() {
        try {
            for (int i = 1; true; i++) {
                Thread.sleep(ChildProcesses.PERIOD_MILLIS);
                processes.sample();
                samplerMillis = threads.getCurrentThreadCpuTime() / 1_000_000;
                if (i % 40 == 0) {
                    write();
                }
            }
        } catch (Exception | LinkageError e) {
            file.fail(e);
        }
    }

    /** Also runs if the build is cancelled. */
    private void finish() {
        try {
            processes.sample();
            write();
        } catch (Exception | LinkageError e) {
            file.fail(e);
        }
    }

    private void write() {
        processes.write();
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        file.line("jvm", cpu.toMillis(), System.currentTimeMillis(), samplerMillis);
    }
}
