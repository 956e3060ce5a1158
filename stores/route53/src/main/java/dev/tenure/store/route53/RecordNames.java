package dev.tenure.store.route53;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maps elections to records: the lock is {@code PREFIX.ELECTION.DOMAIN}, and the side record is beneath it, which makes
 * it the next one in a listing.
 *
 * <p>Only names that Route53 returns exactly as sent are used. It changes letters to lower case and other characters to
 * escapes, and a program that does not find its own record again can never renew. A shard {@code SET/NUMBER} has a
 * slash, and is therefore written {@code _shard-NUMBER.SET}.
 *
 * @param prefix what the names of all locks begin with
 * @param domain what all names end in, without a dot at the end
 */
record RecordNames(String prefix, String domain) {
    private static final String SIDE = "_tenure";
    private static final String BATON = "_tenure-baton";
    private static final String LABELS = "[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*";
    private static final Pattern PLAIN = Pattern.compile(LABELS);
    private static final String SHARD_MARK = "_shard-";
    private static final Pattern SHARD = Pattern.compile("(?<set>" + LABELS + ")/(?<number>[0-9]{1,5})");
    private static final Pattern SHARD_RECORD = Pattern.compile(SHARD_MARK + "(?<number>[0-9]{1,5})\\.(?<set>.+)");
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{3})");

    /** The most characters that DNS allows in a name, without the final dot. */
    private static final int LONGEST = 253;

    RecordNames {
        prefix = plain(prefix, "the prefix");
        domain = plain(domain, "the domain");
        String first = prefix.split("\\.", 2)[0];
        if (first.equals(SIDE) || first.equals(BATON)) {
            throw new IllegalArgumentException("the prefix must not be " + first + ": choose another");
        }
    }

    private static String plain(String sent, String what) {
        String name = sent.toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (!PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + sent + "' cannot be " + what
                    + ": use labels of 1 to 63 of a-z, 0-9, '_' and '-', with dots between them");
        }
        return name;
    }

    /** Refuses a name that DNS does not allow, or that Route53 would return differently. */
    void checkName(String election) {
        boolean isPlain =
                PLAIN.matcher(election).matches() || SHARD.matcher(election).matches();
        if (!isPlain || election.startsWith(SHARD_MARK)) {
            throw new IllegalArgumentException("'" + election + "' cannot be an election in Route53: use labels of 1"
                    + " to 63 of a-z, 0-9, '_' and '-', small letters only,"
                    + " with dots between them; the first may not begin with"
                    + " "
                    + SHARD_MARK);
        }
        int over = baton(election).length() - LONGEST;
        if (over > 0) {
            throw new IllegalArgumentException(
                    "the name of an election in this domain may have " + (election.length() - over)
                            + " characters, but '" + election + "' has " + election.length() + ": shorten it");
        }
    }

    String lock(String election) {
        Matcher shard = SHARD.matcher(election);
        String labels = shard.matches() ? SHARD_MARK + shard.group("number") + "." + shard.group("set") : election;
        return prefix + "." + labels + "." + domain;
    }

    String side(String election) {
        return SIDE + "." + lock(election);
    }

    /** Returns the name of the record of a baton: beneath the lock too, and in a listing after the side record. */
    String baton(String election) {
        return BATON + "." + lock(election);
    }

    /** Returns the election of a record by its name as Route53 returned it, or empty. */
    Optional<String> election(String returned) {
        String name = normal(returned);
        String lock = name.startsWith(SIDE + ".") ? name.substring(SIDE.length() + 1) : name;
        int from = prefix.length() + 1;
        int to = lock.length() - domain.length() - 1;
        if (to <= from || !lock.startsWith(prefix + ".") || !lock.endsWith("." + domain)) {
            return Optional.empty();
        }
        String labels = lock.substring(from, to);
        Matcher shard = SHARD_RECORD.matcher(labels);
        if (shard.matches()) {
            return Optional.of(shard.group("set") + "/" + shard.group("number"));
        }
        return PLAIN.matcher(labels).matches() ? Optional.of(labels) : Optional.empty();
    }

    /** Tells whether a name that Route53 returned is in this domain. */
    boolean isWithin(String returned) {
        String name = normal(returned);
        return name.equals(domain) || name.endsWith("." + domain);
    }

    /**
     * Returns the normal form of a name: lower case, no final dot, and escapes resolved where the character needs none.
     * An escaped dot stays escaped, since it does not end a label.
     */
    static String normal(String returned) {
        Matcher escapes = ESCAPE.matcher(returned);
        StringBuilder name = new StringBuilder();
        while (escapes.find()) {
            String meant = String.valueOf((char) Integer.parseInt(escapes.group(1), 8));
            escapes.appendReplacement(
                    name, Matcher.quoteReplacement(meant.matches("[A-Za-z0-9_-]") ? meant : escapes.group()));
        }
        escapes.appendTail(name);
        String small = name.toString().toLowerCase(Locale.ROOT);
        return small.endsWith(".") ? small.substring(0, small.length() - 1) : small;
    }
}
