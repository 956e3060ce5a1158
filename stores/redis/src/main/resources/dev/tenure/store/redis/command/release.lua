-- Arguments: token | instance | microseconds of the reservation | rest of the record | publish command | channel
open_record(KEYS[1])
if record and record.state == 'held' and record.token == ARGV[1] and record.instance == ARGV[2] then
  write('released', record.token, record.follows, tonumber(ARGV[3]), replicas_marked(), ARGV[4])
  redis.pcall(ARGV[5], ARGV[6], 'release')
  return 1
end
return 0
