package dev.baton.election.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The signals that end a process politely, handed to us.
 *
 * <p>A shutdown hook would come too late: it does not know which signal came, and the exit code is decided. The JDK's own
 * class is in module {@code jdk.unsupported}, and reached by name, as compiling against it is a warning.
 */
final class Signals {

    private static final List<String> NAMES = List.of("HUP", "INT", "TERM");

    private Signals() {}

    /** Has the signals told to the listener, by name and number, on a thread of the JVM's. */
    static void tell(BiConsumer<String, Integer> listener) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method handle = signal.getMethod("handle", signal, handler);
            Method name = signal.getMethod("getName");
            Method number = signal.getMethod("getNumber");
            Object ours = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            Object came = arguments[0];
                            listener.accept((String) name.invoke(came), (Integer) number.invoke(came));
                            return null;
                        }
                        return method.getName().equals("equals") ? proxy == arguments[0] : (Object) 0;
                    });
            for (String each : NAMES) {
                handle.invoke(null, signal.getConstructor(String.class).newInstance(each), ours);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException none) {
            Throwable cause = none instanceof InvocationTargetException target ? target.getTargetException() : none;
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "this Java lets no program handle signals, which 'baton run' must: " + cause,
                    none);
        }
    }
}
