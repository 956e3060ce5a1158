-- Renews many leases, attends many rosters, reads many requests and records.
-- KEYS: of each election the record, then its roster if it is attended, then its request if it is read.
-- Arguments: publish command | replicas | seconds to keep entries | number of elections; and of each election a word
-- that says what is asked, in this order, and the arguments of each:
--   R renew: token | instance | renewal | attempt | ttl in microseconds | rest of the record
--   A attend: instance | priority | able | rest of the entry | channel
--   Q read the request: none
--   L look: none
-- Replies with one list for each election: what was asked, in the same order. What fails is an error in its place, and
-- leaves the rest as it is. A renewal that was granted is not shown: the client knows what it wrote.
local publish, wanted, kept = ARGV[1], ARGV[2], tonumber(ARGV[3])
local keys, arguments = 0, 4

local function next_key()
  keys = keys + 1
  return KEYS[keys]
end

-- Returns the next arguments, so many of them.
local function take(count)
  arguments = arguments + count
  return unpack(ARGV, arguments - count + 1, arguments)
end

local function contained(part, ...)
  local done, reply = pcall(part, ...)
  if done then
    return reply
  end
  return redis.error_reply('ERR ' .. (type(reply) == 'table' and reply.err or tostring(reply)))
end

local function renew_briefly(...)
  local reply = renew(...)
  if reply[1] == 1 then
    reply[3] = ''
  end
  return reply
end

local replies = {}
for i = 1, tonumber(ARGV[4]) do
  local asked = take(1)
  local reply = {}
  open_record(next_key())
  if asked:find('R', 1, true) then
    local token, instance, renewal, attempt, ttl, rest = take(6)
    local held = {token = token, instance = instance, renewal = renewal, attempt = attempt}
    reply[#reply + 1] = contained(renew_briefly, held, ttl, wanted, rest)
  end
  if asked:find('A', 1, true) then
    local instance, priority, able, rest, channel = take(5)
    local own = {instance = instance, priority = priority, able = able, rest = rest, channel = channel}
    reply[#reply + 1] = contained(attend, next_key(), own, kept, publish)
  end
  if asked:find('Q', 1, true) then
    reply[#reply + 1] = contained(redis.call, 'GET', next_key())
  end
  if asked:find('L', 1, true) then
    reply[#reply + 1] = contained(refuse, false, wanted)
  end
  replies[i] = reply
end
return replies
