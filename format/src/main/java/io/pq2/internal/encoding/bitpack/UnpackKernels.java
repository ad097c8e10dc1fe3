package io.pq2.internal.encoding.bitpack;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Which kernel unpacks values: the scalar one, until this virtual machine has unpacked so many that it may well unpack many more. Then a
 * thread of its own tries the vectorised kernel, where there is one, since the first calls of that take hundreds of milliseconds until
 * it is compiled; and a virtual machine that has the Vector API but does not turn it into vector instructions would stay many times
 * slower than the scalar kernel. The vectorised kernel is used if it gave the same answers and was clearly faster.
 *
 * <p>The system property {@value #PROPERTY} decides otherwise: {@code off} for the scalar kernel, {@code on} for the vectorised one
 * from the start if it can be loaded. What was decided, and why, goes to the system logger of this class at level DEBUG.
 */
final class UnpackKernels {

    static final String PROPERTY = "pq2.simd";

    static final UnpackKernel SCALAR = BitUnpack::unpack;

    private static final String MODULE = "jdk.incubator.vector";
    private static final String VECTORISED = "io.pq2.internal.encoding.bitpack.VectorUnpack";

    /** The newest Java whose Vector API was tested; it may change while it is incubating. */
    private static final int NEWEST_JAVA = 25;

    /** 64 million values, which take the scalar kernel some 25 milliseconds. */
    private static final long TRIAL_AFTER_BLOCKS = 1 << 21;

    private static final double CLEARLY_FASTER = 1.2;

    /** Calls after which an undecided kernel gives way to the next. */
    private static final int TURN = 16;

    private static final AtomicReference<UnpackKernel> CURRENT =
            new AtomicReference<>(first(System.getProperty(PROPERTY, "auto"), vectorApi()));

    private UnpackKernels() {}

    /** The kernel to use now. */
    static UnpackKernel current() {
        return CURRENT.get();
    }

    /** The module that the vectorised kernel needs; a virtual machine has it only if it was started with {@code --add-modules}. */
    static Optional<Module> vectorApi() {
        return ModuleLayer.boot().findModule(MODULE);
    }

    static UnpackKernel first(String choice, Optional<Module> vectorApi) {
        if (choice.equals("off")) {
            return decided(SCALAR, "scalar: " + PROPERTY + " is off");
        }
        if (vectorApi.isEmpty()) {
            return decided(SCALAR, "scalar: module " + MODULE + " is not there");
        }
        if (choice.equals("on")) {
            return load(vectorApi.get());
        }
        int java = Runtime.version().feature();
        if (java > NEWEST_JAVA) {
            return decided(SCALAR, "scalar: not tested with Java " + java);
        }
        return Undecided.of(vectorApi.get());
    }

    /** The vectorised kernel, or the scalar one if it cannot be loaded. */
    static UnpackKernel load(Module vectorApi) {
        UnpackKernels.class.getModule().addReads(vectorApi);
        try {
            Class<? extends UnpackKernel> vectorised = Class.forName(VECTORISED).asSubclass(UnpackKernel.class);
            return decided(vectorised.getDeclaredConstructor().newInstance(), "vectorised");
        } catch (InvocationTargetException e) {
            return decided(SCALAR, "scalar: " + e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            return decided(SCALAR, "scalar: " + e);
        }
    }

    /** A kernel if it is clearly faster than the scalar one, else the scalar one. */
    static UnpackKernel tried(UnpackKernel kernel) {
        if (kernel.equals(SCALAR)) {
            return SCALAR;
        }
        double ratio = UnpackTrial.speed(kernel, SCALAR);
        return ratio >= CLEARLY_FASTER
                ? decided(kernel, "vectorised: " + ratio + " times as fast as scalar")
                : decided(SCALAR, "scalar: vectorised is " + ratio + " times as fast");
    }

    private static UnpackKernel decided(UnpackKernel kernel, String reason) {
        System.getLogger(UnpackKernels.class.getName())
                .log(System.Logger.Level.DEBUG, "kernel that unpacks values: {0}", reason);
        return kernel;
    }

    /** The scalar kernel, counting its work until it is time for the trial, and turning between classes that do the same. */
    private abstract static sealed class Undecided implements UnpackKernel {

        private final Progress progress;
        private Undecided next;

        private Undecided(Progress progress) {
            this.progress = progress;
        }

        /**
         * Three kernels that take turns. A call that has met one class only is compiled as a guess that it stays so, and the day it
         * fails all loops around the call are thrown away and interpreted, for hundreds of milliseconds. Where three were met, it is
         * compiled as a call of whatever comes.
         */
        static UnpackKernel of(Module vectorApi) {
            Progress progress = new Progress(vectorApi);
            Undecided first = new First(progress);
            Undecided second = new Second(progress);
            Undecided third = new Third(progress);
            first.next = second;
            second.next = third;
            third.next = first;
            return first;
        }

        @Override
        public void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks) {
            SCALAR.unpack(src, srcOffset, width, dst, dstOffset, blocks);
            if (progress.turns(blocks)) {
                CURRENT.compareAndSet(this, next);
            }
        }

        private static final class First extends Undecided {
            First(Progress progress) {
                super(progress);
            }
        }

        private static final class Second extends Undecided {
            Second(Progress progress) {
                super(progress);
            }
        }

        private static final class Third extends Undecided {
            Third(Progress progress) {
                super(progress);
            }
        }
    }

    /** How much the scalar kernel has done. Not exact where threads count at once, and need not be. */
    private static final class Progress {

        private final Module vectorApi;
        private final AtomicBoolean decides = new AtomicBoolean();
        private long blocksDone;
        private int calls;

        Progress(Module vectorApi) {
            this.vectorApi = vectorApi;
        }

        /** Counts a call, and begins the trial when it is time; whether it is the next kernel's turn. */
        boolean turns(int blocks) {
            blocksDone += blocks;
            if (blocksDone > TRIAL_AFTER_BLOCKS && decides.compareAndSet(false, true)) {
                Thread trial = new Thread(() -> CURRENT.set(tried(load(vectorApi))), "pq2-unpack-trial");
                trial.setDaemon(true);
                trial.setContextClassLoader(null);
                trial.start();
            }
            return (++calls & TURN - 1) == 0;
        }
    }
}
