package io.pq2.spark.internal.settings;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.SettingRegistry;
import io.pq2.hadoop.internal.options.Suffix;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.internal.config.ConfigBuilder;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.internal.config.TypedConfigBuilder;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;

/**
 * Registers the settings of sessions with Spark. Then {@code SET -v} lists them, and {@code SET} with a wrong value is
 * an error that leaves the old value.
 */
public final class SessionKeys {

    /** A default that is a value, rather than a description in words. */
    private static final Pattern DEFAULT = Pattern.compile("`(\\w+)`|(true|false|\\d+(?:\\.\\d+)?[kmg]?)");

    /** A link in Markdown whose text says nothing without its target. */
    private static final Pattern HOW = Pattern.compile(" \\(\\[how\\]\\([^)]*\\)\\)");

    private static final Pattern LINK = Pattern.compile("\\[([^]]*)\\]\\([^)]*\\)");

    private SessionKeys() {}

    /** Registers all settings that a session may have. Does nothing if they are registered. */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // several class loaders may have this class, one has Spark's
    public static void register() {
        synchronized (ConfigEntry.class) {
            for (Setting<?> setting : SettingRegistry.all()) {
                String key = SettingOrder.SESSION_PREFIX + setting.name();
                if (hasKey(setting) && ConfigEntry.findEntry(key) == null) {
                    register(key, setting);
                }
            }
        }
    }

    /** Whether a setting has one key in a session. Keys with columns cannot be registered. */
    static boolean hasKey(Setting<?> setting) {
        return SettingRegistry.isOwn(setting.name())
                && setting.section().isOfSessions()
                && (setting.suffix() == Suffix.NONE || setting.suffix() == Suffix.OPTIONAL);
    }

    private static void register(String key, Setting<?> setting) {
        ConfigBuilder builder = SQLConf.buildConf(key).doc(plain(setting.text()));
        String fallback = fallback(setting);
        TypedConfigBuilder<?> typed = setting.type().isFlag()
                ? builder.booleanConf()
                : builder.stringConf()
                        .checkValue(
                                text -> accepts(setting, text),
                                "The value must be " + setting.type().description() + ".");
        if (fallback == null) {
            typed.createOptional();
        } else {
            typed.createWithDefaultString(fallback);
        }
    }

    /** Whether a setting accepts a text. A blank text means the default. */
    private static boolean accepts(Setting<?> setting, String text) {
        try {
            return text.isBlank() || setting.parse(setting.name(), text) != null;
        } catch (InvalidDataException e) {
            return false;
        }
    }

    private static @Nullable String fallback(Setting<?> setting) {
        Matcher literal = DEFAULT.matcher(setting.fallback());
        if (!literal.matches()) {
            return null;
        }
        return literal.group(1) == null ? literal.group(2) : literal.group(1);
    }

    /** Returns a text without the marks of Markdown. */
    private static String plain(String markdown) {
        String unlinked = HOW.matcher(markdown).replaceAll("");
        return LINK.matcher(unlinked).replaceAll("$1").replace("`", "");
    }
}
