package io.pq2.hadoop.internal.kms;

import io.pq2.internal.exception.DisplayText;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prepares text that a KMS sent, or that a client's library wrote about a request, for messages. Such text may repeat a
 * token, a key or a part of the request.
 */
public final class KmsText {

    private static final int MAX_LENGTH = 300;
    /** The length up to which text is searched for secrets; the rest is dropped. */
    private static final int MAX_SEARCHED_LENGTH = 10_000;

    private static final int MAX_CAUSES = 20;

    private static final String REDACTED = "[redacted]";

    /** The credentials of an HTTP header. */
    private static final Pattern CREDENTIALS = Pattern.compile(
            "\\b((?i:bearer|basic|negotiate|digest))\\s+(?=[a-z]*[A-Z0-9+/_.~=-])[A-Za-z0-9+/_.~=-]{8,}");

    /** A field, header or parameter with a secret value. */
    private static final Pattern FIELD =
            Pattern.compile("(?i)((?:token|password|passwd|secret|plaintext|delegation|authorization|cookie"
                    + "|api[_-]?key|private[_-]?key|signature)\"?\\s*[:=]\\s*)"
                    + "(\"[^\"]*\"?|'[^']*'?|[^\\s\",;&}\\]]+)");

    /** The user and password of a URL. */
    private static final Pattern USER = Pattern.compile("://[^/\\s@:]*:[^/\\s@]*@");

    /** The query of a URL. */
    private static final Pattern QUERY = Pattern.compile("(?<=[A-Za-z0-9/_-])\\?(?=[^\\s\\]]*=)[^\\s\\]]*");

    /** A token of Vault, a JSON web token, or a wrapped key of Vault. */
    private static final Pattern TOKEN = Pattern.compile("\\bhv[sbr]\\.[A-Za-z0-9_.-]+"
            + "|\\b[sbr]\\.[A-Za-z0-9]{20,}"
            + "|\\beyJ[A-Za-z0-9_-]{5,}(\\.[A-Za-z0-9_-]*)*"
            + "|\\bvault:v\\d+:[^\\s\"]*");

    /** A padded key in base64: 16 or 32 bytes, and longer text that ends with a padding character. */
    private static final Pattern PADDED_KEY = Pattern.compile("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{21,}={1,2}");

    /** Text that may be a key without padding: hexadecimal digits, or base64 with digits and letters of both cases. */
    private static final Pattern KEY = Pattern.compile("(?<![A-Za-z0-9+/_])("
            + "[0-9a-fA-F]{32,}"
            + "|(?=[A-Za-z+/_]*[0-9])(?=[A-Z0-9+/_]*[a-z])(?=[a-z0-9+/_]*[A-Z])[A-Za-z0-9+/_]{22,}"
            + ")(?![A-Za-z0-9+/_])");

    private KmsText() {}

    /**
     * Returns text on one line without secrets, with escaped control characters, and cut after {@value #MAX_LENGTH}
     * characters.
     *
     * @param text the text
     * @param secrets secrets that the text may contain, such as the token of the request; removed wherever they occur
     */
    public static String redacted(String text, String... secrets) {
        String plain = text.length() <= MAX_SEARCHED_LENGTH ? text : text.substring(0, MAX_SEARCHED_LENGTH);
        for (String secret : secrets) {
            if (!secret.isEmpty()) {
                plain = plain.replace(secret, REDACTED);
            }
        }
        plain = plain.replaceAll("\\s+", " ").trim();
        plain = CREDENTIALS.matcher(plain).replaceAll("$1 " + REDACTED);
        plain = QUERY.matcher(plain).replaceAll("?" + REDACTED);
        plain = FIELD.matcher(plain).replaceAll("$1" + REDACTED);
        plain = USER.matcher(plain).replaceAll("://" + REDACTED + "@");
        plain = TOKEN.matcher(plain).replaceAll(REDACTED);
        plain = PADDED_KEY.matcher(plain).replaceAll(REDACTED);
        plain = KEY.matcher(plain).replaceAll(REDACTED);
        return DisplayText.escaped(plain.length() <= MAX_LENGTH ? plain : plain.substring(0, MAX_LENGTH) + "...");
    }

    /**
     * Returns a failure whose messages, and those of its causes, contain no secrets: the failure itself if its messages
     * need no change, otherwise a copy with its stack trace.
     */
    public static @Nullable Throwable redacted(@Nullable Throwable failure, String... secrets) {
        return failure == null || isClean(failure, secrets, 0) ? failure : copy(failure, secrets, 0);
    }

    private static boolean isClean(Throwable failure, String[] secrets, int depth) {
        String text = failure.getMessage();
        if (depth > MAX_CAUSES || (text != null && !redacted(text, secrets).equals(text))) {
            return false;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!isClean(suppressed, secrets, depth + 1)) {
                return false;
            }
        }
        return failure.getCause() == null || isClean(failure.getCause(), secrets, depth + 1);
    }

    private static Throwable copy(Throwable failure, String[] secrets, int depth) {
        Throwable cause = failure.getCause();
        Throwable copy = new RedactedFailure(
                failure.getClass().getName(),
                failure.getMessage() == null ? null : redacted(failure.getMessage(), secrets),
                cause == null || depth == MAX_CAUSES ? null : copy(cause, secrets, depth + 1));
        copy.setStackTrace(failure.getStackTrace());
        return copy;
    }

    /** A copy of a failure whose message contained a secret, or text that cannot be shown. */
    private static final class RedactedFailure extends Exception {

        private static final long serialVersionUID = 1L;

        RedactedFailure(String originalClass, @Nullable String message, @Nullable Throwable cause) {
            super(originalClass + (message == null ? "" : ": " + message), cause);
        }
    }
}
