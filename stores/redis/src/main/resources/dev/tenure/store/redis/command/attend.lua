-- KEYS[1]: the record of the election, KEYS[2]: its roster.
-- Arguments: instance | priority | able | rest of the entry | seconds to keep entries | publish command | channel
open_record(KEYS[1])
local own = {instance = ARGV[1], priority = ARGV[2], able = ARGV[3], rest = ARGV[4], channel = ARGV[7]}
return attend(KEYS[2], own, tonumber(ARGV[5]), ARGV[6])
