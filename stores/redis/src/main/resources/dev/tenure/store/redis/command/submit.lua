-- KEYS[1]: the request. Arguments: its text | publish command | channel
redis.call('SET', KEYS[1], ARGV[1])
redis.pcall(ARGV[2], ARGV[3], 'request')
return 1
