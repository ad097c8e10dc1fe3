package io.pq2.internal.compact;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The age of a file as a text: a whole number and a unit. */
public final class Age {

    /** Fewer digits than a number of seconds that overflows. */
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}) *(s|min|h|d)");

    private static final Map<String, ChronoUnit> UNITS =
            Map.of("s", ChronoUnit.SECONDS, "min", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d", ChronoUnit.DAYS);

    private Age() {}

    /** Returns the age that a text such as {@code 30min} says; null if it says none. */
    public static @Nullable Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        ChronoUnit unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        return unit == null ? null : Duration.of(Long.parseLong(matcher.group(1)), unit);
    }
}
