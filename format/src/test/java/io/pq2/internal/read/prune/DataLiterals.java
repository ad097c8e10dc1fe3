package io.pq2.internal.read.prune;

import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;

/** Random literals for comparisons with a value: equal to it, near it, or far from it. */
final class DataLiterals {

    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Random random;

    DataLiterals(Random random) {
        this.random = random;
    }

    /** Returns a value of a kind, see {@link LogicalValue#kind}. */
    static Comparable<?> zero(Class<?> kind) {
        if (kind == Boolean.class) {
            return false;
        } else if (kind == BigDecimal.class) {
            return BigDecimal.ZERO;
        } else if (kind == Double.class) {
            return 0.0;
        } else if (kind == LocalDate.class) {
            return LocalDate.EPOCH;
        } else if (kind == LocalTime.class) {
            return LocalTime.MIDNIGHT;
        } else if (kind == Instant.class) {
            return Instant.EPOCH;
        }
        return kind == LocalDateTime.class ? LocalDateTime.of(1970, 1, 1, 0, 0) : ByteString.of("");
    }

    Literal ofAnyKind() {
        return switch (random.nextInt(6)) {
            case 0 -> new Literal.BooleanLiteral(random.nextBoolean());
            case 1 -> new Literal.IntegerLiteral(random.nextInt(3) - 1L);
            case 2 -> new Literal.DoubleLiteral(random.nextInt(3) - 1);
            case 3 -> new Literal.DateLiteral(random.nextInt(3));
            case 4 -> Literal.TimestampLiteral.ofMicros(random.nextInt(3), random.nextBoolean());
            default -> Literal.BinaryLiteral.of("a");
        };
    }

    /** Returns a literal equal to a value, near it, or far from it. */
    Literal near(Comparable<?> value) {
        if (value instanceof Boolean flag) {
            return new Literal.BooleanLiteral(flag ^ random.nextInt(3) == 0);
        } else if (value instanceof BigDecimal number) {
            return number(number);
        } else if (value instanceof Double number) {
            return floating(number);
        } else if (value instanceof ByteString bytes) {
            return new Literal.BinaryLiteral(bytes(bytes));
        } else if (value instanceof LocalDate date) {
            return new Literal.DateLiteral((int) date.toEpochDay() + step());
        } else if (value instanceof LocalTime time) {
            return new Literal.TimeLiteral(Math.floorMod(time.toNanoOfDay() + step() * unit(), NANOS_OF_DAY));
        }
        boolean utc = value instanceof Instant;
        Instant instant = utc ? (Instant) value : ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
        Instant near = instant.plusNanos(step() * unit());
        return new Literal.TimestampLiteral(
                near.getEpochSecond(), near.getNano(), random.nextInt(30) == 0 ? !utc : utc);
    }

    /** Returns mostly 0, sometimes 1 or -1, and rarely a large number. */
    private int step() {
        return switch (random.nextInt(8)) {
            case 0 -> 1;
            case 1 -> -1;
            case 2 -> random.nextInt(2_000_001) - 1_000_000;
            default -> 0;
        };
    }

    private long unit() {
        return new long[] {1, 1_000, 1_000_000, 1_000_000_000}[random.nextInt(4)];
    }

    private Literal number(BigDecimal value) {
        BigDecimal ulp = value.ulp();
        BigDecimal near = switch (random.nextInt(14)) {
            case 0 -> value.add(ulp);
            case 1 -> value.subtract(ulp);
            case 2 -> value.add(ulp.movePointLeft(1 + random.nextInt(20)));
            case 3 -> value.subtract(ulp.movePointLeft(1 + random.nextInt(20)));
            case 4 -> value.add(ulp.multiply(BigDecimal.valueOf(random.nextInt(2_001) - 1_000)));
            case 5 ->
                random.nextInt(6) > 0
                        ? value
                        : new BigDecimal("1E+100000").multiply(BigDecimal.valueOf(random.nextInt(3) - 1));
            default -> value;
        };
        boolean integer = near.stripTrailingZeros().scale() <= 0
                && near.compareTo(MIN_LONG) >= 0
                && near.compareTo(MAX_LONG) <= 0;
        if (integer && random.nextInt(3) > 0) {
            return new Literal.IntegerLiteral(near.longValueExact());
        } else if (random.nextInt(40) == 0) {
            return new Literal.DoubleLiteral(near.doubleValue());
        }
        return new Literal.DecimalLiteral(rescaled(near));
    }

    /** Returns the same number, usually with another scale. */
    private BigDecimal rescaled(BigDecimal number) {
        if (number.scale() < 0) {
            return number;
        }
        return switch (random.nextInt(3)) {
            case 0 -> number.stripTrailingZeros();
            case 1 -> number.setScale(Math.max(number.scale(), random.nextInt(40)), RoundingMode.UNNECESSARY);
            default -> number;
        };
    }

    private Literal floating(double value) {
        double near = switch (random.nextInt(14)) {
            case 0 -> Math.nextUp(value);
            case 1 -> Math.nextDown(value);
            case 2 -> -value;
            case 3 ->
                new double[] {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}
                        [random.nextInt(5)];
            case 4 -> value + random.nextInt(21) - 10;
            case 5 -> (float) value;
            default -> value;
        };
        if (random.nextInt(25) == 0 && Math.abs(near) < Long.MAX_VALUE) {
            return random.nextBoolean()
                    ? new Literal.IntegerLiteral((long) near)
                    : new Literal.DecimalLiteral(new BigDecimal(near));
        }
        return random.nextInt(3) == 0 ? new Literal.FloatLiteral((float) near) : new Literal.DoubleLiteral(near);
    }

    private ByteString bytes(ByteString value) {
        byte[] bytes = value.bytes();
        return switch (random.nextInt(14)) {
            case 0 -> ByteString.of(Arrays.copyOf(bytes, bytes.length + 1));
            case 1 -> ByteString.of(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            case 2 -> changed(bytes, 1);
            case 3 -> changed(bytes, -1);
            case 4 -> ByteString.of(new byte[] {(byte) random.nextInt(256)});
            default -> value;
        };
    }

    private ByteString changed(byte[] bytes, int by) {
        byte[] other = bytes.clone();
        if (other.length > 0) {
            int index = random.nextBoolean() ? other.length - 1 : random.nextInt(other.length);
            other[index] = (byte) (other[index] + by);
        }
        return ByteString.of(other);
    }

    /** Returns bytes that a value may start with, end with or contain. */
    ByteString part(Comparable<?> value) {
        if (!(value instanceof ByteString whole)) {
            return ByteString.of("a");
        }
        ByteString near = bytes(whole);
        int length = near.bytes().length;
        int from = random.nextInt(3) == 0 ? random.nextInt(length + 1) : 0;
        int to = random.nextBoolean() ? from + random.nextInt(length - from + 1) : length;
        return ByteString.of(Arrays.copyOfRange(near.bytes(), from, to));
    }

    /** Returns a box around or near a point of a shape. */
    BoundingBox box(Comparable<?> value) {
        double[] center =
                value instanceof ByteString bytes ? WkbExtent.of(bytes.bytes()).corner() : new double[2];
        double x = center[0] + random.nextInt(5) - 2;
        double y = center[1] + random.nextInt(5) - 2;
        double width = random.nextInt(8) - 1;
        return new BoundingBox(x, x + width, y, y + random.nextInt(8), null, null, null, null);
    }
}
