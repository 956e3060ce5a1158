package dev.tenure;

/** Keeps the package from being empty; to be deleted with the first real type. */
public final class Placeholder {
    private Placeholder() {}
}
