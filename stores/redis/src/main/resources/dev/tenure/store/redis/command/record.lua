-- Every script on the record of an election begins with this file. KEYS[1]: the record.
-- Numbers have up to 18 digits, and Lua keeps 15: they stay text, and are compared and incremented as text.
local MAX_TOKEN = '253402300800000000'
local MAX_TTL_MICROS = 86400000000

-- A ttl longer than this many ttls of the claimant is not waited for here: another program may have written it.
local MOST_FOREIGN = 10

local function above(a, b)
  if #a ~= #b then
    return #a > #b
  end
  return a > b
end

local function following(number)
  local last = #number
  while last > 0 and number:sub(last, last) == '9' do
    last = last - 1
  end
  local zeros = ('0'):rep(#number - last)
  if last == 0 then
    return '1' .. zeros
  end
  return number:sub(1, last - 1) .. string.char(number:byte(last) + 1) .. zeros
end

local function exact(number)
  return string.format('%.0f', number)
end

-- A replica may show an old record, and a writable replica would lose writes.
local replication = redis.call('INFO', 'replication')
if not replication:find('role:master', 1, true) then
  return redis.error_reply('READONLY this server is a replica')
end

local clock = redis.call('TIME')
local micros = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local now = exact(micros)

local raw = redis.pcall('GET', KEYS[1])
if type(raw) == 'table' then
  raw = 'a value of type ' .. redis.call('TYPE', KEYS[1]).ok
end

local function is_number(text)
  return type(text) == 'string' and #text <= 20 and text:match('^%-?%d+$') ~= nil
end

local function is_token(text)
  return is_number(text) and text:match('^[1-9]') ~= nil and not above(text, MAX_TOKEN)
end

-- Whether a term with this token can follow a released term with that one: '0' means none.
local function can_follow(token, follows)
  return follows == '0' or (is_token(follows) and above(token, follows))
end

-- Returns the record, or nil if there is none or it is not valid. A record without "follows" follows no term.
local function read()
  local whole, found = pcall(cjson.decode, raw or '')
  if not whole or type(found) ~= 'table' or not is_token(found.token) or not is_number(found['until'])
    or type(found.instance) ~= 'string' then
    return nil
  end
  if found.state == 'held' then
    if not (is_number(found.renewal) and is_number(found.attempt) and is_number(found.ttl_micros)) then
      return nil
    end
  elseif found.state ~= 'released' then
    return nil
  end
  if found.follows == nil then
    found.follows = '0'
  end
  return can_follow(found.token, found.follows) and found or nil
end

local record = read()

-- Whether the record has the version that the client knows; an unreadable record has its hash as version.
local function has_version(version)
  if not raw then
    return version == ''
  end
  if version == redis.sha1hex(raw) then
    return true
  end
  if not record then
    return false
  end
  if record.state == 'held' then
    return version == table.concat({record.token, record.renewal, record.attempt, record.instance}, '.')
  end
  return version == table.concat({record.token, 'released', record.instance}, '.')
end

local function has_run_out()
  return tonumber(record['until']) <= micros
end

-- Whether the lease may still be in force although it was waited out: it has no valid ttl, so the client could not
-- know how long to wait, and its end has not come. An end too far in the future is ignored.
local function may_last(ttl_of_claimant)
  local ttl = tonumber(raw:match('"ttl_micros"%s*:%s*"?(%d+)["%s,}]') or raw:match('"reserved_micros"%s*:%s*"?(%d+)["%s,}]') or 0)
  if ttl > 0 and ttl <= MAX_TTL_MICROS then
    return false
  end
  local left = tonumber(raw:match('"until"%s*:%s*"?(%d+)') or 0) - micros
  return left > 0 and left <= MOST_FOREIGN * ttl_of_claimant
end

-- The epoch in which this server became the master, as a majority of the voters told the client before the call; ''
-- if there are no voters or the client did not ask. And for how many microseconds the majority has named it, at
-- least.
local epoch, age = ARGV[#ARGV - 2], tonumber(ARGV[#ARGV - 1])

-- The name of this server. The client's name survives a restart; without one it is the run id.
local function this_server()
  local told = ARGV[#ARGV]
  if told ~= '' then
    return told
  end
  return redis.call('INFO', 'server'):match('run_id:(%x+)') or ''
end

-- How many replicas had to have this record on this server. This is never forgotten: a server without visible
-- replicas, or a restarted one, may have been cut off from them. A promoted server starts again.
local function replicas_marked()
  if record and is_number(record.replicas) and record.replicas ~= '0' and record.server == this_server() then
    return record.replicas
  end
  return '0'
end

-- How many replicas must have a write before it counts: '=N' is the configured number; otherwise one where there is,
-- or was, a replica. What other clients configured does not matter.
local function replicas_for(wanted)
  if wanted:sub(1, 1) == '=' then
    return wanted:sub(2)
  end
  local seen = replication:find(',state=online', 1, true) or replicas_marked() ~= '0'
  return seen and '1' or '0'
end

-- The epoch in which this server became the master, and since when a client knew it. A client without an epoch keeps
-- what the record has.
local function mastership()
  local since = exact(micros - age)
  local same = record and record.server == this_server() and is_number(record.epoch) and is_number(record.master_since)
    and (epoch == '' or epoch == record.epoch)
  if same and (epoch == '' or above(since, record.master_since)) then
    return record.epoch, record.master_since
  end
  return epoch, since
end

-- Whether no other server was the master before. Sentinels count fail-overs; in a Cluster a server reports whether it
-- was promoted since it started.
local function is_first_master()
  return epoch == '0' or (replication:find('second_repl_offset:-1', 1, true)
    and redis.call('INFO', 'cluster'):find('cluster_enabled:1', 1, true))
end

-- Returns the microseconds until this server may grant new terms. Leases that an earlier master granted, and this one
-- does not know, have ended a ttl after the majority first named this one.
local function settling(ttl)
  if epoch == '' or is_first_master() then
    return 0
  end
  local _, since = mastership()
  local known = record and tonumber(record.ttl_micros) or 0
  local longest = math.max(ttl, known > MOST_FOREIGN * ttl and 0 or known)
  return longest * 1.1 - (micros - tonumber(since))
end

local function still_settling(left)
  return redis.error_reply('SETTLING this server was made the master not long ago, and grants new terms in '
    .. math.ceil(left / 1000) .. ' ms, when leases of the master before it are over')
end

local function write(state, token, follows, lasts, replicas, rest)
  local decided, since = mastership()
  local marks = (replicas == '0' and '' or '"replicas":"' .. replicas .. '",')
    .. (decided == '' and '' or '"epoch":"' .. decided .. '","master_since":"' .. since .. '",')
  if marks ~= '' then
    marks = marks .. '"server":"' .. this_server() .. '",'
  end
  raw = '{"state":"' .. state .. '","token":"' .. token .. '","follows":"' .. follows
    .. '","until":"' .. exact(micros + lasts) .. '",' .. marks .. rest
  redis.call('SET', KEYS[1], raw)
end

-- Refuses. If the record shown is the caller's own, replicas must have it before the client may believe it: writing
-- it again unchanged moves the replication offset of this connection, which WAIT waits for. A claim written before
-- this server became the master is not confirmed, except to a caller that leads by it: its later renewals were lost.
local function refuse(own, wanted, leads)
  if own then
    local left = not leads and record.renewal == '0' and settling(tonumber(record.ttl_micros)) or 0
    if left > 0 then
      return still_settling(left)
    end
    redis.call('SET', KEYS[1], raw)
  end
  return {own and 2 or 0, now, raw, own and replicas_for(wanted) or '0', record and 1 or 0}
end
