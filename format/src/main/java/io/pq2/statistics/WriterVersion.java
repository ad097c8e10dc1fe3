package io.pq2.statistics;

/**
 * The application that wrote a file, from {@code FileMetaData.created_by}: {@code <application> version <version> (build <hash>)}.
 *
 * @param application the name in lower case, empty if the file does not say
 * @param major first number of the version, -1 if there is none
 * @param minor second number, 0 if there is none
 * @param patch third number, 0 if there is none
 */
public record WriterVersion(String application, int major, int minor, int patch) {

    /** Nothing is known about the application. */
    public static final WriterVersion UNKNOWN = new WriterVersion("", -1, 0, 0);

    /** What {@code created_by} says; {@link #UNKNOWN} if it is null or says nothing that one could understand. */
    public static WriterVersion parse(String createdBy) {
        if (createdBy == null) {
            return UNKNOWN;
        }
        int keyword = createdBy.indexOf(" version ");
        String name = keyword < 0 ? createdBy : createdBy.substring(0, keyword);
        int[] numbers = {-1, 0, 0};
        int position = keyword < 0 ? createdBy.length() : keyword + " version ".length();
        for (int i = 0; i < numbers.length; i++) {
            int end = position;
            while (end < createdBy.length() && end - position < 9 && isDigit(createdBy.charAt(end))) {
                end++;
            }
            if (end == position) {
                break;
            }
            numbers[i] = Integer.parseInt(createdBy.substring(position, end));
            if (end == createdBy.length() || createdBy.charAt(end) != '.') {
                break;
            }
            position = end + 1;
        }
        return new WriterVersion(name.strip().toLowerCase(java.util.Locale.ROOT), numbers[0], numbers[1], numbers[2]);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Whether bounds of byte arrays in {@code min} and {@code max} must be ignored: parquet-mr before 1.8.0 kept references to
     * buffers that it used again (PARQUET-251), and a file that does not say who wrote it may be one of those.
     */
    boolean hasCorruptBinaryBounds() {
        if (application.isEmpty()) {
            return true;
        }
        return application.equals("parquet-mr") && (major < 1 || (major == 1 && minor < 8));
    }
}
