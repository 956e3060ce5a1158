package dev.tenure.store.route53;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.route53.model.RRType;
import software.amazon.awssdk.services.route53.model.ResourceRecord;
import software.amazon.awssdk.services.route53.model.ResourceRecordSet;

/**
 * A TXT record set, with the fields that Route53 compares on deletion.
 *
 * @param ttl for how many seconds resolvers may remember it; nothing here is asked through DNS
 * @param values its values, with their quotes
 */
record TxtRecord(long ttl, List<String> values) {
    /** The DNS TTL that shardcoordinator writes, and expects when it deletes. */
    static final long TTL = 60;

    /** Returns a record of one value, as shardcoordinator can delete it. */
    static TxtRecord of(String value) {
        return new TxtRecord(TTL, List.of(value));
    }

    static TxtRecord of(ResourceRecordSet set) {
        return new TxtRecord(
                set.ttl() == null ? 0 : set.ttl(),
                set.resourceRecords().stream().map(ResourceRecord::value).toList());
    }

    /** Returns the record set to create or delete. */
    ResourceRecordSet under(String name) {
        return ResourceRecordSet.builder()
                .name(name)
                .type(RRType.TXT)
                .ttl(ttl)
                .resourceRecords(values.stream()
                        .map(value -> ResourceRecord.builder().value(value).build())
                        .toList())
                .build();
    }

    int characters() {
        return values.stream().mapToInt(String::length).sum();
    }

    /** Returns all fields as one word. */
    String written() {
        return ttl + ":"
                + values.stream()
                        .map(value -> URLEncoder.encode(value, StandardCharsets.UTF_8))
                        .collect(Collectors.joining(","));
    }

    static TxtRecord read(String written) {
        int colon = written.indexOf(':');
        return new TxtRecord(
                Long.parseLong(written.substring(0, colon)),
                Arrays.stream(written.substring(colon + 1).split(",", -1))
                        .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8))
                        .toList());
    }
}
