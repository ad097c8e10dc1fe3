package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsClients;
import io.pq2.keys.KmsConnection;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * A client that was written for parquet-java, by its interface of the same name. parquet-java is needed only because that class is compiled
 * against it, and comes from where the class comes from.
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

    private String kms;

    /**
     * @param type a class that {@link #isOne}
     * @throws InvalidDataException if it cannot be made
     */
    ParquetJavaKmsClient(Class<?> type, Configuration configuration) {
        this.type = type;
        this.configuration = configuration;
        Class<?> face = Objects.requireNonNull(named(INTERFACE, type));
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
            throw new InvalidDataException("the KMS client " + type.getName() + " is for another parquet-java", e);
        }
    }

    /** Whether a class is a client for parquet-java. */
    static boolean isOne(Class<?> type) {
        return named(INTERFACE, type) != null;
    }

    /** Whether it is one that gets master keys and wraps with them itself. */
    boolean wrapsLocally() {
        return named(LOCAL_WRAP, type) != null;
    }

    /** The class or interface of a name that a class is or extends, null if there is none. */
    private static Class<?> named(String name, Class<?> type) {
        if (type == null || type.getName().equals(name)) {
            return type;
        }
        for (Class<?> face : type.getInterfaces()) {
            Class<?> found = named(name, face);
            if (found != null) {
                return found;
            }
        }
        return named(name, type.getSuperclass());
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
            if (named(DENIED, e.getClass()) == null) {
                throw e;
            }
            throw new KmsDeniedException(
                    kms, masterKeyId, "ask for access, or read and write with somebody's token who has it", e);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            // The interface declares none, which does not keep a class in another language from throwing one.
            throw new InvalidDataException("the KMS client " + type.getName() + " failed", e);
        }
    }

    /** Does nothing: parquet-java's clients cannot be closed. */
    @Override
    public void close() {}
}
