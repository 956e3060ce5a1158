package dev.tenure.store.route53;

import dev.tenure.aws.contract.ShardcoordinatorNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.route53.model.Change;
import software.amazon.awssdk.services.route53.model.ChangeAction;
import software.amazon.awssdk.services.route53.model.InvalidChangeBatchException;
import software.amazon.awssdk.services.route53.model.RRType;
import software.amazon.awssdk.services.route53.model.ResourceRecordSet;

/**
 * A node of shardcoordinator on Route53: sends the same names, values and batches. It finds a record only under exactly
 * the name it sent, with a dot.
 *
 * @param client its client
 * @param shard the id of the shard
 * @param owner its owner id
 */
record Route53Node(Route53Client client, String shard, String owner) implements ShardcoordinatorNode {

    /** A record as a node reads it. */
    private record Seen(List<String> values, String owner, long end) {}

    private String name() {
        return "lock." + shard + "." + OurZone.DOMAIN;
    }

    private Optional<Seen> look() {
        return client
                .listResourceRecordSets(list -> list.hostedZoneId(OurZone.ID)
                        .startRecordName(name())
                        .startRecordType(RRType.TXT)
                        .maxItems("1"))
                .resourceRecordSets()
                .stream()
                .filter(set -> set.name().equals(name() + ".") && set.type() == RRType.TXT)
                .map(Route53Node::seen)
                .findFirst();
    }

    private static Seen seen(ResourceRecordSet set) {
        String value = set.resourceRecords().get(0).value().replaceAll("^\"+|\"+$", "");
        String[] parts = value.split(" ", 2);
        if (parts.length != 2) {
            throw new IllegalStateException("invalid record value: " + value);
        }
        List<String> values =
                set.resourceRecords().stream().map(record -> record.value()).toList();
        return new Seen(values, parts[0], Long.parseLong(parts[1]));
    }

    @Override
    public boolean acquire(long now, long lease) {
        Optional<Seen> seen = look();
        return (seen.isEmpty() || now >= seen.get().end()) && replace(seen, now + lease);
    }

    @Override
    public boolean renew(long now, long lease) {
        Optional<Seen> seen = look();
        return seen.isPresent()
                && seen.get().owner().equals(owner)
                && now <= seen.get().end()
                && replace(seen, now + lease);
    }

    @Override
    public boolean release() {
        Optional<Seen> seen = look();
        return seen.isPresent() && seen.get().owner().equals(owner) && send(deletes(seen));
    }

    private boolean replace(Optional<Seen> seen, long end) {
        List<Change> changes = new ArrayList<>(deletes(seen));
        changes.add(change(ChangeAction.CREATE, List.of("\"" + owner + " " + end + "\"")));
        return send(changes);
    }

    private List<Change> deletes(Optional<Seen> seen) {
        return seen.stream()
                .map(found -> change(ChangeAction.DELETE, found.values()))
                .toList();
    }

    /** Returns a change with the DNS TTL of 60 that nodes always send. */
    private Change change(ChangeAction action, List<String> values) {
        return Change.builder()
                .action(action)
                .resourceRecordSet(new TxtRecord(60, values).under(name()))
                .build();
    }

    private boolean send(List<Change> changes) {
        try {
            client.changeResourceRecordSets(
                    change -> change.hostedZoneId(OurZone.ID).changeBatch(batch -> batch.changes(changes)));
            return true;
        } catch (InvalidChangeBatchException e) {
            return false;
        }
    }
}
