package io.pq2.it.interop;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Opens the readers. */
final class Peers {

    private Peers() {}

    /**
     * Opens all readers that run on this platform. Arrow's native library is required on Linux on x86-64 and optional
     * elsewhere.
     */
    static List<Peer> open() throws SQLException {
        List<Peer> peers = new ArrayList<>();
        peers.add(new ParquetJavaPeer());
        peers.add(new SparkPeer(true));
        peers.add(new SparkPeer(false));
        peers.add(new DuckDbPeer());
        try {
            peers.add(new ArrowPeer());
        } catch (RuntimeException | LinkageError e) {
            if (isLinuxOnX86()) {
                throw e;
            }
            System.err.println("Arrow C++ is NOT among the readers: its native library does not load here: " + e);
        }
        return peers;
    }

    /** Whether Arrow's native library must load on this platform. */
    static boolean isLinuxOnX86() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && List.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
    }
}
