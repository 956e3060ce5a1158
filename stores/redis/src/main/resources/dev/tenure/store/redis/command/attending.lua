-- Writes an entry of the roster whose election's record is open, and returns all entries.
local ENTRY = '^{"at":"(%d+)","priority":"(%-?%d+)","able":(%a+)'

local function attend(roster, own, kept, publish)
  local priority = tonumber(own.priority)
  local all = {}
  local before, leader
  local entries = redis.call('HGETALL', roster)
  for i = 1, #entries, 2 do
    local at, rank, ready = entries[i + 1]:match(ENTRY)
    if entries[i] == own.instance then
      before = at and ready == 'true' and tonumber(rank)
    elseif at and tonumber(at) < micros - kept * 1000000 then
      redis.call('HDEL', roster, entries[i])
    else
      all[#all + 1] = entries[i + 1]
      if at and record and record.state == 'held' and record.instance == entries[i] then
        leader = tonumber(rank)
      end
    end
  end

  local entry = '{"at":"' .. now .. '","priority":"' .. own.priority .. '","able":' .. own.able .. ',' .. own.rest
  redis.call('HSET', roster, own.instance, entry)
  redis.call('EXPIRE', roster, kept)
  all[#all + 1] = entry

  -- Wakes the leader when an able candidate with a better priority appears; no other change needs a wake-up.
  if own.able == 'true' and leader and priority < leader and not (before and before < leader) then
    redis.pcall(publish, own.channel, 'roster')
  end
  return all
end
