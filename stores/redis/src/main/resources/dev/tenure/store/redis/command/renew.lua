-- Arguments: token | instance | renewal | attempt (all must match the record) | ttl in microseconds | replicas | rest
-- of the record
local ours = record and record.state == 'held' and record.token == ARGV[1] and record.instance == ARGV[2]
if not ours or record.renewal ~= ARGV[3] or record.attempt ~= ARGV[4] or has_run_out() then
  return refuse(ours, ARGV[6], true)
end
local replicas = replicas_for(ARGV[6])
write('held', record.token, record.follows, tonumber(ARGV[5]), replicas, ARGV[7])
return {1, now, raw, replicas, 1}
