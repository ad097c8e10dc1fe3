package io.pq2.spark.internal.tasks;

import java.security.CodeSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log of the driver, once, that executors do not have the jar of pq2. A task that needs it fails in code of
 * Spark, before any code of pq2 runs, so the error of the task cannot say what to do.
 *
 * <p>The jar is not checked before, because the driver does not know the class path of the executors.
 */
public final class ExecutorJars extends SparkListener {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorJars.class);

    /** The class in an error of a class that an executor did not find. */
    private static final Pattern MISSING_CLASS =
            Pattern.compile("(?:ClassNotFoundException|NoClassDefFoundError): (io[./]pq2[./][\\w$./]+)");

    /**
     * The error of Java 17 if a class that an object refers to is missing: it assigns the object as it was sent, and
     * does not name the class. Later versions of Java name it.
     */
    private static final Pattern UNREADABLE_OBJECT = Pattern.compile(
            "ClassCastException: cannot assign instance of \\S*(?:SerializedLambda|SerializationProxy) to field ");

    private static final String ADVICE = "Start Spark with the jar in --jars or in spark.jars (or with --packages or"
            + " spark.jars.packages), not only on the class path of the driver.";

    private static final Set<SparkContext> WATCHED = Collections.newSetFromMap(new WeakHashMap<>());

    private final SparkContext context;

    private boolean reported;

    private ExecutorJars(SparkContext context) {
        this.context = context;
    }

    /** Watches the tasks of a context from its first use on. Tasks of a local context have the jar of the driver. */
    public static void watch(SparkContext context) {
        if (context.isLocal()) {
            return;
        }
        synchronized (WATCHED) {
            if (!WATCHED.add(context)) {
                return;
            }
        }
        context.addSparkListener(new ExecutorJars(context));
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (!reported && end.reason() instanceof ExceptionFailure failure) {
            message(failure.toErrorString(), jarOnDriverOnly()).ifPresent(text -> {
                reported = true;
                LOG.error("{}", text);
            });
        }
    }

    /**
     * Returns what to say of a failed task; empty if its executor has the jar.
     *
     * @param failure the error of the task
     * @param jarOnDriverOnly the jar of pq2, if Spark does not send it to executors
     */
    static Optional<String> message(String failure, Optional<String> jarOnDriverOnly) {
        Matcher missing = MISSING_CLASS.matcher(failure);
        if (missing.find()) {
            return Optional.of("An executor does not have the jar of pq2, or it has another version of it: it did not"
                    + " find " + missing.group(1).replace('/', '.') + ". " + ADVICE);
        }
        return jarOnDriverOnly
                .filter(jar -> UNREADABLE_OBJECT.matcher(failure).find())
                .map(jar -> "An executor does not have a class that it needs to read a task, and does not name it."
                        + " Spark does not send the jar of pq2 (" + jar + ") to executors. " + ADVICE);
    }

    /**
     * Returns the jar of pq2, if no setting but those of the driver names it: then Spark does not send it to executors.
     */
    private Optional<String> jarOnDriverOnly() {
        CodeSource source = ExecutorJars.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        String jar = source.getLocation().toString();
        String name = jar.substring(jar.lastIndexOf('/') + 1);
        boolean isKnown = context.listJars().exists(sent -> sent.endsWith(name))
                || Arrays.stream(context.getConf().getAll())
                        .anyMatch(setting -> !setting._1().startsWith("spark.driver.")
                                && setting._2().contains(name));
        return isKnown ? Optional.empty() : Optional.of(jar);
    }
}
