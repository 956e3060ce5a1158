-- KEYS[1]: the record of the election, KEYS[2]: its baton.
-- Arguments: '=' and the version of the baton to replace, or '' to read | the new baton | replicas
local kept = redis.pcall('GET', KEYS[2])
if type(kept) == 'table' then
  kept = 'a value of type ' .. redis.call('TYPE', KEYS[2]).ok
end
local version = kept and (kept:match('^{"version":"(%d+%.%d+)"') or '?') or ''

local status = 0
if ARGV[1] == '=' .. version then
  kept = ARGV[2]
  status = 1
elseif ARGV[1] == '' and kept and version ~= '?' then
  status = 2 -- written again unchanged, because replicas must have what the caller is going to believe
end
if status > 0 then
  redis.call('SET', KEYS[2], kept)
end
return {status, now, kept, status > 0 and replicas_for(ARGV[3]) or '0', 1}
