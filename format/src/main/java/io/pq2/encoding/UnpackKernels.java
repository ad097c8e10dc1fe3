package io.pq2.encoding;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

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
    private static final String VECTORISED = "io.pq2.encoding.VectorUnpack";

    /** The newest Java whose Vector API was tested; it may change while it is incubating. */
    private static final int NEWEST_JAVA = 25;

    /** 64 million values, which take the scalar kernel some 25 milliseconds. */
    private static final long TRIAL_AFTER_BLOCKS = 1 << 21;

    private static final double CLEARLY_FASTER = 1.2;

    private static volatile UnpackKernel current = first(System.getProperty(PROPERTY, "auto"), vectorApi());

    private UnpackKernels() {}

    /** The kernel to use now. */
    static UnpackKernel current() {
        return current;
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
        return new Undecided(vectorApi.get());
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

    /** The scalar kernel, counting its work until it is time for the trial. */
    private static final class Undecided implements UnpackKernel {

        private final Module vectorApi;
        private final AtomicBoolean decides = new AtomicBoolean();
        /** Not exact where threads count at once, and need not be. */
        private long blocksDone;

        Undecided(Module vectorApi) {
            this.vectorApi = vectorApi;
        }

        @Override
        public void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks) {
            SCALAR.unpack(src, srcOffset, width, dst, dstOffset, blocks);
            blocksDone += blocks;
            if (blocksDone > TRIAL_AFTER_BLOCKS && decides.compareAndSet(false, true)) {
                Thread trial = new Thread(() -> current = tried(load(vectorApi)), "pq2-unpack-trial");
                trial.setDaemon(true);
                trial.setContextClassLoader(null);
                trial.start();
            }
        }
    }
}
