-- KEYS[1]: the record. Arguments: token | instance | renewal | attempt (all must match the record) | ttl in microseconds
-- | replicas | rest of the record
open_record(KEYS[1])
return renew({token = ARGV[1], instance = ARGV[2], renewal = ARGV[3], attempt = ARGV[4]}, ARGV[5], ARGV[6], ARGV[7])
