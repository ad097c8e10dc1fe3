package io.pq2.keys;

import io.pq2.exception.InvalidDataException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds KMS clients by name. */
public final class KmsClients {

    private KmsClients() {}

    /**
     * Creates a client, which is not initialized.
     *
     * @param name {@link KmsClient#name} of a client that {@link ServiceLoader} finds, or the name of a class
     * @param loader class loader of services and classes
     * @throws InvalidDataException if there is no such client
     */
    public static KmsClient named(String name, ClassLoader loader) {
        Collection<String> names = new TreeSet<>();
        try {
            for (KmsClient client : ServiceLoader.load(KmsClient.class, loader)) {
                if (client.name().equals(name)) {
                    return client;
                }
                names.add(client.name());
            }
        } catch (ServiceConfigurationError e) {
            throw new InvalidDataException(
                    "the KMS client " + name + " cannot be looked up, because a registered client cannot be loaded: "
                            + e.getMessage(),
                    e);
        }
        try {
            // The class is initialized only after its type is checked.
            return (KmsClient) instance(Class.forName(name, false, loader).asSubclass(KmsClient.class));
        } catch (ClassNotFoundException e) {
            throw new InvalidDataException(
                    "unknown KMS client " + name + ": it is neither a class on the class path nor one of " + names, e);
        } catch (ClassCastException e) {
            throw new InvalidDataException("the class " + name + " does not implement " + KmsClient.class.getName(), e);
        }
    }

    /**
     * Calls the public constructor without parameters of a class.
     *
     * @throws InvalidDataException if the class has no such constructor, or the constructor throws
     */
    public static Object instance(Class<?> type) {
        try {
            Constructor<?> constructor = type.getConstructor();
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new InvalidDataException("the KMS client " + type.getName() + " cannot be created", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InvalidDataException(
                    "the KMS client " + type.getName() + " has no public constructor without parameters", e);
        }
    }
}
