-- KEYS[1]: the history. Arguments: entry | number of entries to keep
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
return 1
