package dev.tenure;

/** Which of the slots that nobody has finished are run later: see {@link Election#leadAt}. */
public enum CatchUp {
    /** None: a slot that passed while nobody led, or whose run was cut short, is left out. */
    NONE,

    /** The last of them only. For tasks that do all that is due, however much that is. */
    LAST,

    /** All of them, one after the other, the oldest first. For tasks that do what belongs to their slot. */
    ALL
}
