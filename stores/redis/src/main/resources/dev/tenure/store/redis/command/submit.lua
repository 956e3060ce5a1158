-- KEYS[1] is the request. its text | how, where to tell
redis.call('SET', KEYS[1], ARGV[1])
redis.pcall(ARGV[2], ARGV[3], 'request')
return 1
