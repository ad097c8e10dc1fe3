package io.pq2.internal.encoding.bitpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests the choice of kernels. The build adds the module of the Vector API to the JVM of the tests. */
class UnpackKernelsTest {

    private static final UnpackKernel VECTORIZED =
            UnpackKernels.load(UnpackKernels.vectorApi().orElseThrow());

    @Property(tries = 2000)
    void kernelsReturnTheSameValuesUpToTheLastByte(
            @ForAll @IntRange(min = 1, max = 32) int width,
            @ForAll @IntRange(max = 9) int blocks,
            @ForAll @IntRange(max = 70) int offset,
            @ForAll @IntRange(max = 40) int slack,
            @ForAll long seed) {
        byte[] src = new byte[offset + 4 * width * blocks + slack];
        new Random(seed).nextBytes(src);
        int[] expected = new int[2 + 32 * blocks];
        BitUnpack.unpack(src, offset, width, expected, 1, blocks);
        for (UnpackKernel kernel : List.of(UnpackKernels.SCALAR, VECTORIZED, UnpackKernels.current())) {
            int[] unpacked = new int[expected.length];
            kernel.unpack(src, offset, width, unpacked, 1, blocks);
            assertThat(unpacked).isEqualTo(expected);
        }
    }

    @Test
    void rejectsSlowerOrWrongKernels() {
        UnpackKernel slow = (src, srcOffset, width, dst, dstOffset, blocks) -> {
            for (int i = 0; i < 3; i++) {
                BitUnpack.unpack(src, srcOffset, width, dst, dstOffset, blocks);
            }
        };
        assertThat(UnpackKernels.fasterOf(slow)).isSameAs(UnpackKernels.SCALAR);
        UnpackKernel wrong = (src, srcOffset, width, dst, dstOffset, blocks) -> Arrays.fill(dst, 0);
        assertThat(UnpackTrial.speed(wrong, UnpackKernels.SCALAR)).isZero();
        assertThat(UnpackTrial.speed(UnpackKernels.SCALAR, slow)).isGreaterThan(1);
        assertThat(UnpackKernels.fasterOf(UnpackKernels.SCALAR)).isSameAs(UnpackKernels.SCALAR);
    }

    @Test
    void trialChoosesOneOfTheKernels() {
        assertThat(UnpackKernels.fasterOf(VECTORIZED)).isIn(VECTORIZED, UnpackKernels.SCALAR);
    }

    @Test
    void systemPropertyOverridesTheTrial() {
        Optional<Module> module = UnpackKernels.vectorApi();
        assertThat(UnpackKernels.initial("off", module)).isSameAs(UnpackKernels.SCALAR);
        assertThat(UnpackKernels.initial("on", module)).hasSameClassAs(VECTORIZED);
        assertThat(UnpackKernels.initial("auto", Optional.empty())).isSameAs(UnpackKernels.SCALAR);
    }

    @Test
    void doesNotLoadTheVectorizedKernelWithoutTheModule() throws IOException, InterruptedException {
        String output = output(List.of("-D" + UnpackKernels.PROPERTY + "=on", "-Xlog:class+load"));
        assertThat(output)
                .contains(UnpackKernels.class.getName() + " ", UnpackingMain.SCALAR)
                .doesNotContain("VectorUnpack", "UnpackTrial");
    }

    @Test
    void startsTheTrialAfterManyValues() throws IOException, InterruptedException {
        String output = output(List.of("--add-modules", "jdk.incubator.vector", "-Xlog:class+load"));
        assertThat(output).contains("VectorUnpack").contains("UnpackTrial");
    }

    private static String output(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        String classPath = Stream.of(UnpackKernels.class, UnpackingMain.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .reduce((a, b) -> a + System.getProperty("path.separator") + b)
                .orElseThrow();
        command.addAll(List.of("-cp", classPath, UnpackingMain.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    /** A program that unpacks enough values to start the trial. */
    static final class UnpackingMain {

        static final String SCALAR = "the scalar kernel";

        private UnpackingMain() {}

        public static void main(String[] args) throws InterruptedException {
            byte[] src = new byte[1 << 17];
            int[] dst = new int[1 << 18];
            for (int i = 0; i < 300; i++) {
                PackedInts.unpack(src, 0, 0, 4, dst, 0, dst.length);
            }
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("pq2-unpack-trial")) {
                    thread.join();
                }
            }
            if (UnpackKernels.current().equals(UnpackKernels.SCALAR)) {
                System.out.println(SCALAR);
            }
        }
    }
}
