package io.pq2.it.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Makes an HTTP server on this machine look like a store that is far away. Each answer begins after a delay, and each
 * connection transfers at most a number of bytes per second. Listens on a free port of the loopback interface, forwards
 * connections one to one, and records the requests. Thread-safe.
 */
public final class DistantStore implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MAX_HEAD_BYTES = 64 << 10;

    private final InetSocketAddress server;
    private final ServerSocketChannel listener;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<StoreRequest> requests = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "distant-store");
        thread.setDaemon(true);
        return thread;
    });

    private volatile long delayNanos;
    private volatile long bytesPerSecond;

    /**
     * Starts to forward, at first without a delay and without a limit.
     *
     * @param serverPort the port of the server on the loopback interface
     */
    public DistantStore(int serverPort) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        threads.execute(this::accept);
    }

    /** Returns the port of the loopback interface to connect to. */
    public int port() {
        return listener.socket().getLocalPort();
    }

    /**
     * Sets the distance of the store.
     *
     * @param delay the time before the first byte of each answer
     * @param perSecond the most bytes that one connection transfers in a second; 0 for no limit
     */
    public void setDistance(Duration delay, long perSecond) {
        delayNanos = delay.toNanos();
        bytesPerSecond = perSecond;
    }

    /** Returns the requests since the last call. All must have been answered. */
    public List<StoreRequest> takeRequests() {
        connections.forEach(Connection::finish);
        List<StoreRequest> taken = new ArrayList<>();
        for (StoreRequest request = requests.poll(); request != null; request = requests.poll()) {
            taken.add(request);
        }
        return taken;
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                open.add(client);
                SocketChannel target = SocketChannel.open(server);
                open.add(target);
                client.socket().setTcpNoDelay(true);
                target.socket().setTcpNoDelay(true);
                Connection connection = new Connection(client, target);
                connections.add(connection);
                threads.execute(() -> run(connection, connection::forwardRequests));
                threads.execute(() -> run(connection, connection::forwardAnswers));
            } catch (IOException e) {
                // Closed, or a client that has left.
            }
        }
    }

    /** One direction of a connection. */
    private interface Direction {
        void forward() throws IOException;
    }

    private void run(Connection connection, Direction direction) {
        try {
            direction.forward();
        } catch (IOException e) {
            // Either side has closed the connection, which the other side learns from the end of its stream.
        } finally {
            close(connection.client);
            close(connection.target);
            connections.remove(connection);
        }
    }

    private void close(SocketChannel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }

    /** A connection of a client and the one to the server that belongs to it. */
    private final class Connection {

        private final SocketChannel client;
        private final SocketChannel target;

        /** The request that is being answered; null before the first one. Guarded by this. */
        private Exchange current;
        /** When the connection may transfer the next byte of an answer. */
        private long nextByte = Long.MIN_VALUE;

        Connection(SocketChannel client, SocketChannel target) {
            this.client = client;
            this.target = target;
        }

        void forwardRequests() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES + MAX_HEAD_BYTES);
            buffer.flip();
            while (true) {
                int headLength = awaitHead(buffer);
                if (headLength == 0) {
                    return;
                }
                RequestHead head = RequestHead.parse(buffer, headLength);
                begin(new Exchange(head, System.nanoTime()));
                write(target, buffer, headLength);
                for (long left = head.bodyLength(); left > 0; ) {
                    fill(buffer);
                    int part = (int) Math.min(left, buffer.remaining());
                    left -= part;
                    if (left == 0) {
                        delayAnswer();
                    }
                    write(target, buffer, part);
                }
            }
        }

        /** Reads until the buffer begins with the head of a request. Returns its length; 0 at the end of the stream. */
        private int awaitHead(ByteBuffer buffer) throws IOException {
            int searched = 0;
            while (true) {
                for (int i = Math.max(3, searched); i < buffer.remaining(); i++) {
                    int at = buffer.position() + i;
                    if (buffer.get(at) == '\n' && buffer.get(at - 1) == '\r' && buffer.get(at - 2) == '\n') {
                        return i + 1;
                    }
                }
                searched = buffer.remaining();
                if (searched > MAX_HEAD_BYTES) {
                    throw new IOException("the head of a request has more than " + MAX_HEAD_BYTES + " bytes");
                }
                buffer.compact();
                int read = client.read(buffer);
                buffer.flip();
                if (read < 0) {
                    return 0;
                }
            }
        }

        private void fill(ByteBuffer buffer) throws IOException {
            if (!buffer.hasRemaining()) {
                buffer.clear();
                int read = client.read(buffer);
                buffer.flip();
                if (read < 0) {
                    throw new EOFException();
                }
            }
        }

        private synchronized void begin(Exchange exchange) {
            finish();
            current = exchange;
            exchange.answerAt = exchange.start + delayNanos;
        }

        private synchronized void delayAnswer() {
            if (current != null) {
                current.answerAt = System.nanoTime() + delayNanos;
            }
        }

        /** Records the previous request. A client sends the next one only after it has read the answer. */
        private synchronized void finish() {
            if (current != null) {
                requests.add(current.request());
                current = null;
            }
        }

        void forwardAnswers() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            try {
                while (target.read(buffer.clear()) >= 0) {
                    buffer.flip();
                    int bytes = buffer.remaining();
                    awaitTurn(bytes);
                    // Before the client has the bytes: it may take the requests, or send the next, as soon as it does.
                    record(bytes);
                    write(client, buffer, bytes);
                }
            } finally {
                finish();
            }
        }

        private void awaitTurn(int bytes) throws InterruptedIOException {
            long from;
            synchronized (this) {
                from = Math.max(current == null ? Long.MIN_VALUE : current.answerAt, nextByte);
            }
            try {
                for (long wait = from - System.nanoTime();
                        from != Long.MIN_VALUE && wait > 0;
                        wait = from - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            long rate = bytesPerSecond;
            if (rate > 0) {
                nextByte = Math.max(nextByte, System.nanoTime()) + TimeUnit.SECONDS.toNanos(1) * bytes / rate;
            }
        }

        private synchronized void record(int bytes) {
            if (current != null) {
                current.end = System.nanoTime();
                current.bytes += bytes;
            }
        }

        private void write(SocketChannel to, ByteBuffer buffer, int bytes) throws IOException {
            ByteBuffer part = buffer.slice(buffer.position(), bytes);
            while (part.hasRemaining()) {
                to.write(part);
            }
            buffer.position(buffer.position() + bytes);
        }
    }

    /** A request that is being answered. */
    private static final class Exchange {

        private final RequestHead head;
        private final long start;
        private long answerAt;
        private long end;
        private long bytes;

        Exchange(RequestHead head, long start) {
            this.head = head;
            this.start = start;
            this.end = start;
        }

        StoreRequest request() {
            return new StoreRequest(head.method(), head.target(), head.range(), start, end, bytes);
        }
    }

    /** The parts of a request's head that matter here. */
    private record RequestHead(String method, String target, String range, long bodyLength) {

        static RequestHead parse(ByteBuffer buffer, int length) throws IOException {
            byte[] bytes = new byte[length];
            buffer.get(buffer.position(), bytes);
            String[] lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\r\n", -1);
            String[] first = lines[0].split(" ", -1);
            if (first.length != 3) {
                throw new IOException("not a request of HTTP: " + lines[0]);
            }
            String range = "";
            long bodyLength = 0;
            for (int i = 1; i < lines.length; i++) {
                String line = lines[i];
                String name = line.substring(0, Math.max(0, line.indexOf(':'))).toLowerCase(Locale.ROOT);
                String value = line.substring(line.indexOf(':') + 1).trim();
                if (name.equals("range")) {
                    range = value;
                } else if (name.equals("content-length")) {
                    bodyLength = Long.parseLong(value);
                } else if (name.equals("transfer-encoding")) {
                    throw new IOException("a body without a length is not forwarded: " + lines[0]);
                }
            }
            return new RequestHead(first[0], first[1], range, bodyLength);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        open.forEach(this::close);
        threads.shutdownNow();
    }
}
