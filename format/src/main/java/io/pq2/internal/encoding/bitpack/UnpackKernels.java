package io.pq2.internal.encoding.bitpack;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Chooses the kernel that unpacks bit-packed values: the scalar one, {@link BitUnpack}, or the vectorised one, {@code
 * VectorUnpack}, which needs the incubating Vector API.
 *
 * <p>The choice is made once for a JVM:
 *
 * <ol>
 *   <li>Without module {@value #MODULE}, or on a newer Java than the tested ones, the scalar kernel is used.
 *   <li>Otherwise the scalar kernel is used until it has unpacked {@value #TRIAL_AFTER_BLOCKS} blocks. A short
 *       process never pays for the trial.
 *   <li>Then a daemon thread loads the vectorised kernel and compares the speed of both ({@link UnpackTrial}). It
 *       needs its own thread because HotSpot takes hundreds of milliseconds to compile the vectorised kernel. It
 *       needs the comparison because some JVMs provide the module without compiling it to vector instructions, which
 *       is many times slower than scalar code.
 *   <li>The vectorised kernel is used from then on if it returned the same values and was at least 1.2 times as fast.
 * </ol>
 *
 * <p>The system property {@value #PROPERTY} overrides the choice: {@code off} selects the scalar kernel, {@code on}
 * selects the vectorised kernel without a trial if it can be loaded. The system logger of this class logs the choice
 * and its reason at level DEBUG.
 *
 * <p>The benchmark of this choice is {@code io.pq2.bench.DecodeBenchmark}; compare runs with {@value #PROPERTY} on,
 * off and unset.
 */
final class UnpackKernels {

    static final String PROPERTY = "pq2.simd";

    static final UnpackKernel SCALAR = BitUnpack::unpack;

    private static final String MODULE = "jdk.incubator.vector";

    /** The name of the vectorised kernel's class, which only a JVM with the module can load. */
    private static final String VECTORISED = "io.pq2.internal.encoding.bitpack.VectorUnpack";

    /** The newest tested Java version. An incubating API can change in any later one. */
    private static final int NEWEST_JAVA = 25;

    /** The blocks before the trial: 64 million values, about 25 milliseconds of the scalar kernel. */
    private static final long TRIAL_AFTER_BLOCKS = 1 << 21;

    /** The least speed, relative to the scalar kernel, with which the vectorised kernel is chosen. */
    private static final double MIN_SPEED = 1.2;

    private static volatile UnpackKernel current = initial(System.getProperty(PROPERTY, "auto"), vectorApi());

    private UnpackKernels() {}

    /** Returns the kernel to use now. Later calls can return a different one. */
    static UnpackKernel current() {
        return current;
    }

    /** Makes a kernel the current one, unless another than {@code expected} is current. */
    private static synchronized void replace(UnpackKernel expected, UnpackKernel kernel) {
        if (current.equals(expected)) {
            current = kernel;
        }
    }

    /** Makes a kernel the current one for good. */
    private static synchronized void choose(UnpackKernel kernel) {
        current = kernel;
    }

    /** Returns the module of the Vector API. It is present only if the JVM was started with {@code --add-modules}. */
    static Optional<Module> vectorApi() {
        return ModuleLayer.boot().findModule(MODULE);
    }

    /**
     * Returns the kernel to begin with.
     *
     * @param choice the value of the system property: {@code on}, {@code off} or anything else for a trial
     */
    static UnpackKernel initial(String choice, Optional<Module> vectorApi) {
        if (choice.equals("off")) {
            return logged(SCALAR, "scalar: " + PROPERTY + " is off");
        }
        if (vectorApi.isEmpty()) {
            return logged(SCALAR, "scalar: module " + MODULE + " is absent");
        }
        if (choice.equals("on")) {
            return load(vectorApi.get());
        }
        int java = Runtime.version().feature();
        if (java > NEWEST_JAVA) {
            return logged(SCALAR, "scalar: not tested with Java " + java);
        }
        return BeforeTrial.create(vectorApi.get());
    }

    /** Returns the vectorised kernel, or the scalar one if it cannot be loaded. */
    static UnpackKernel load(Module vectorApi) {
        UnpackKernels.class.getModule().addReads(vectorApi);
        try {
            Class<? extends UnpackKernel> vectorised = Class.forName(VECTORISED).asSubclass(UnpackKernel.class);
            return logged(vectorised.getDeclaredConstructor().newInstance(), "vectorised");
        } catch (InvocationTargetException e) {
            return logged(SCALAR, "scalar: " + e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            return logged(SCALAR, "scalar: " + e);
        }
    }

    /** Returns the faster of a kernel and the scalar kernel, by a trial that takes up to some seconds. */
    static UnpackKernel fasterOf(UnpackKernel kernel) {
        if (kernel.equals(SCALAR)) {
            return SCALAR;
        }
        double speed = UnpackTrial.speed(kernel, SCALAR);
        return speed >= MIN_SPEED
                ? logged(kernel, "vectorised: " + speed + " times as fast as scalar")
                : logged(SCALAR, "scalar: vectorised is " + speed + " times as fast");
    }

    private static UnpackKernel logged(UnpackKernel kernel, String reason) {
        System.getLogger(UnpackKernels.class.getName())
                .log(System.Logger.Level.DEBUG, "kernel that unpacks values: {0}", reason);
        return kernel;
    }

    /**
     * The scalar kernel before the trial, as three classes that alternate as {@link #current}.
     *
     * <p>The alternation steers HotSpot. At a call site that has seen one or two receiver classes, HotSpot inlines
     * these classes. When the trial then installs another class, it discards the compiled loops around the call site,
     * and they run interpreted for hundreds of milliseconds. At a call site that has seen three classes, HotSpot
     * compiles a virtual call, which remains valid for the class that the trial installs. The virtual call costs
     * little, because one call unpacks at least 32 values.
     *
     * <p>The first rounds of {@code io.pq2.bench.DecodeBenchmark} in a fresh JVM, with {@value #PROPERTY} unset,
     * decide whether the alternation stays: delete it when the round in which the trial ends is no slower without it.
     */
    private abstract static sealed class BeforeTrial implements UnpackKernel {

        /** The calls after which one class replaces the other. */
        private static final int ALTERNATION_CALLS = 16;

        private final Progress progress;
        private BeforeTrial next = this;

        private BeforeTrial(Progress progress) {
            this.progress = progress;
        }

        static UnpackKernel create(Module vectorApi) {
            Progress progress = new Progress(vectorApi);
            BeforeTrial first = new First(progress);
            BeforeTrial second = new Second(progress);
            BeforeTrial third = new Third(progress);
            first.next = second;
            second.next = third;
            third.next = first;
            return first;
        }

        @Override
        public void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks) {
            SCALAR.unpack(src, srcOffset, width, dst, dstOffset, blocks);
            if ((progress.add(blocks) & ALTERNATION_CALLS - 1) == 0) {
                // Has no effect after the trial has installed its kernel.
                replace(this, next);
            }
        }

        private static final class First extends BeforeTrial {
            First(Progress progress) {
                super(progress);
            }
        }

        private static final class Second extends BeforeTrial {
            Second(Progress progress) {
                super(progress);
            }
        }

        private static final class Third extends BeforeTrial {
            Third(Progress progress) {
                super(progress);
            }
        }
    }

    /**
     * Counts the work of the scalar kernel and starts the trial. The counters are not synchronized: a race between
     * threads loses counts, which only delays the trial.
     */
    private static final class Progress {

        private final Module vectorApi;
        private final AtomicBoolean trialStarted = new AtomicBoolean();
        private long blocks;
        private int calls;

        Progress(Module vectorApi) {
            this.vectorApi = vectorApi;
        }

        /**
         * Counts a call and starts the trial when it is due.
         *
         * @return the number of calls
         */
        int add(int newBlocks) {
            blocks += newBlocks;
            if (blocks > TRIAL_AFTER_BLOCKS && trialStarted.compareAndSet(false, true)) {
                Thread trial = new Thread(() -> choose(fasterOf(load(vectorApi))), "pq2-unpack-trial");
                trial.setDaemon(true);
                trial.setContextClassLoader(null);
                trial.start();
            }
            return ++calls;
        }
    }
}
