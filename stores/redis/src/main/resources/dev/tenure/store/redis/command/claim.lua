-- Arguments: version ('-': none) | waited out (without a version: only if the term of the highest token was released)
-- | highest token | instance | ttl in microseconds | replicas | rest of the record | publish command | channel
open_record(KEYS[1])
local version, waited_out, highest, instance = ARGV[1], ARGV[2] == '1', ARGV[3], ARGV[4]

local given_up = record and record.state == 'released'
  and (record.reserved_for == nil or record.reserved_for == instance)

local open
if version == '-' and waited_out then
  open = given_up and record.token == highest
elseif not raw then
  open = version == '-' or version == ''
elseif version ~= '-' and not has_version(version) then
  open = false
elseif waited_out then
  open = (record and record.state == 'released') or not may_last(tonumber(ARGV[5]))
elseif not record then
  open = false
else
  open = given_up or has_run_out()
end

if not open then
  return refuse(record and record.state == 'held' and record.instance == instance, ARGV[6])
end

local left = settling(tonumber(ARGV[5]))
if left > 0 then
  return still_settling(left)
end

local last = record and above(record.token, highest) and record.token or highest
local token = following(last)
if above(token, MAX_TOKEN) then
  return redis.error_reply('NOTOKEN ' .. key .. ' shows token ' .. last .. ', the highest there can be')
elseif above(now, token) then
  token = now
end
local follows = record and record.state == 'released' and record.token or '0'
local replicas = replicas_for(ARGV[6])
write('held', token, follows, tonumber(ARGV[5]), replicas, ARGV[7])
redis.pcall(ARGV[8], ARGV[9], 'claim')
return {1, now, raw, replicas, 1}
