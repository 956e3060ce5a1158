package dev.tenure.store.s3;

import java.io.IOException;

/** Runs the emulator until its input ends, so that it never outlives the tests, however they end. */
final class EmulatorMain {
    private EmulatorMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {}
            } catch (IOException e) {
                // ended as well
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
        Class.forName("com.adobe.testing.s3mock.S3MockApplication")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}
