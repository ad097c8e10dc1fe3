package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.hadoop.internal.kms.KmsText;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsClients;
import io.pq2.keys.KmsConnection;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Adapts a KMS client that implements parquet-java's interface {@code KmsClient}. The interface is used by reflection,
 * so parquet-java is needed only on the class path of the client.
 */
final class ParquetJavaKmsClient implements KmsClient {

    private static final String INTERFACE = "org.apache.parquet.crypto.keytools.KmsClient";
    private static final String LOCAL_WRAP = "org.apache.parquet.crypto.keytools.LocalWrapKmsClient";
    private static final String DENIED = "org.apache.parquet.crypto.KeyAccessDeniedException";

    private final Class<?> type;
    private final Configuration configuration;
    private final MethodHandle initialize;
    private final MethodHandle wrap;
    private final MethodHandle unwrap;

    /** The name of the KMS in messages. */
    private String kms = "";

    /**
     * Creates an instance of the client.
     *
     * @param type a class for which {@link #isClient} is true
     * @throws InvalidDataException if the class cannot be instantiated
     */
    ParquetJavaKmsClient(Class<?> type, Configuration configuration) {
        this.type = type;
        this.configuration = configuration;
        Class<?> face = Objects.requireNonNull(superType(INTERFACE, type));
        Object client = KmsClients.instance(type);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            initialize = lookup.findVirtual(
                            face,
                            "initialize",
                            MethodType.methodType(
                                    void.class, Configuration.class, String.class, String.class, String.class))
                    .bindTo(client);
            wrap = lookup.findVirtual(face, "wrapKey", MethodType.methodType(String.class, byte[].class, String.class))
                    .bindTo(client);
            unwrap = lookup.findVirtual(
                            face, "unwrapKey", MethodType.methodType(byte[].class, String.class, String.class))
                    .bindTo(client);
        } catch (ReflectiveOperationException e) {
            throw new InvalidDataException(
                    "the KMS client " + type.getName() + " is for an incompatible version of parquet-java", e);
        }
    }

    /** Whether a class implements parquet-java's interface. */
    static boolean isClient(Class<?> type) {
        return superType(INTERFACE, type) != null;
    }

    /** Whether the client gets master keys from the KMS and wraps keys with them itself. */
    boolean wrapsLocally() {
        return superType(LOCAL_WRAP, type) != null;
    }

    /** Returns the class or interface with a name among a class and its super types; null if there is none. */
    private static @Nullable Class<?> superType(String name, @Nullable Class<?> type) {
        if (type == null || type.getName().equals(name)) {
            return type;
        }
        for (Class<?> face : type.getInterfaces()) {
            Class<?> found = superType(name, face);
            if (found != null) {
                return found;
            }
        }
        return superType(name, type.getSuperclass());
    }

    @Override
    public String name() {
        return type.getName();
    }

    @Override
    public void initialize(KmsConnection connection) {
        kms = connection.displayName();
        String token = Objects.requireNonNullElse(connection.accessToken().get(), KmsConnection.DEFAULT);
        call("any", initialize, configuration, connection.instanceId(), connection.instanceUrl(), token);
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        return (String) call(masterKeyId, wrap, key, masterKeyId);
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        return (byte[]) call(masterKeyId, unwrap, wrappedKey, masterKeyId);
    }

    private Object call(String masterKeyId, MethodHandle method, Object... arguments) {
        try {
            return method.invokeWithArguments(arguments);
        } catch (RuntimeException e) {
            if (superType(DENIED, e.getClass()) == null) {
                throw e;
            }
            throw new KmsDeniedException(
                    kms, masterKeyId, "ask for access, or use the token of a user who has access", KmsText.redacted(e));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            // The interface declares no checked exceptions, but a client written in another JVM language may throw one.
            throw new InvalidDataException("the KMS client " + type.getName() + " failed", e);
        }
    }

    /** Does nothing: clients of parquet-java have no close method. */
    @Override
    public void close() {}
}
