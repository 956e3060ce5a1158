-- KEYS[1]: the record of the election, KEYS[2]: its roster.
-- Arguments: instance | priority | able | rest of the entry | seconds to keep entries | publish command | channel
local ENTRY = '^{"at":"(%d+)","priority":"(%-?%d+)","able":(%a+)'
local instance, priority, able = ARGV[1], tonumber(ARGV[2]), ARGV[3] == 'true'
local kept = tonumber(ARGV[5])

local others = {}
local before, leader
local entries = redis.call('HGETALL', KEYS[2])
for i = 1, #entries, 2 do
  local at, rank, ready = entries[i + 1]:match(ENTRY)
  if entries[i] == instance then
    before = at and ready == 'true' and tonumber(rank)
  elseif at and tonumber(at) < micros - kept * 1000000 then
    redis.call('HDEL', KEYS[2], entries[i])
  else
    others[#others + 1] = entries[i + 1]
    if at and record and record.state == 'held' and record.instance == entries[i] then
      leader = tonumber(rank)
    end
  end
end

local entry = '{"at":"' .. now .. '","priority":"' .. ARGV[2] .. '","able":' .. ARGV[3] .. ',' .. ARGV[4]
redis.call('HSET', KEYS[2], instance, entry)
redis.call('EXPIRE', KEYS[2], kept)
others[#others + 1] = entry

-- Wakes the leader when an able candidate with a better priority appears; no other change needs a wake-up.
if able and leader and priority < leader and not (before and before < leader) then
  redis.pcall(ARGV[6], ARGV[7], 'roster')
end
return others
