package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.BatonFormat;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The baton of each election, beside its record. Thread-safe.
 *
 * <p>A write counts as a renewal does: once enough replicas have it, and a majority still names the server as the
 * master. So does what is read: it may be a write of this store whose answer was lost.
 */
public final class RedisBatons implements Batons {
    private static final String READ = "";
    private static final String REPLACING = "=";

    private final CommandRouter router;
    private final Keys keys;
    private final ReplicaRequirement requirement;

    public RedisBatons(CommandRouter router, Keys keys, ReplicaRequirement requirement) {
        this.router = router;
        this.keys = keys;
        this.requirement = requirement;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        CallPurpose purpose = new CallPurpose("reading the baton of " + election, CallPurpose.Type.CONFIRMED_READ);
        String raw = send(purpose, election, READ, "", deadline).raw();
        if (raw == null) {
            return Optional.empty();
        }
        try {
            byte[] text = raw.getBytes(StandardCharsets.ISO_8859_1);
            return Optional.of(FlatJson.read(
                    text, fields -> BatonFormat.read(fields, election, fields.text(BatonFormat.VERSION))));
        } catch (UnreadableRecordException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "the key " + keys.baton(election) + " holds no baton: " + e.getMessage() + "; remove it",
                    e);
        }
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        String text = FlatJson.compact(json -> {
            json.text(BatonFormat.VERSION, next.writeId());
            BatonFormat.write(json, election, next);
        });
        CallPurpose purpose = new CallPurpose("writing the baton of " + election, CallPurpose.Type.RENEWAL);
        return send(purpose, election, REPLACING + version, text, deadline).granted()
                ? Optional.of(next.writeId())
                : Optional.empty();
    }

    private ScriptReply send(CallPurpose purpose, String election, String version, String text, Deadline deadline) {
        RedisCommand call = RedisCommand.script(
                keys.slot(election),
                Script.BATON,
                List.of(keys.lease(election), keys.baton(election)),
                List.of(version, text, requirement.scriptArgument()));
        return ScriptReply.read(router.send(purpose, call, deadline));
    }
}
