-- Does commands under a fence, in one step.
-- KEYS: the key of the fence, then the keys that the commands write to.
-- ARGV: the election, the token, then each command: how many words it has, and its words.
-- Returns the replies. A write that is refused gets the error FENCED, with the token and the election of the fence.
local function fence(keys, args)
    local election, token = args[1], args[2]
    -- Tokens are compared as texts: numbers of Lua are exact up to 2^53 only.
    if not election or election == '' or not token or not string.find(token, '^[1-9]%d*$') then
        return redis.error_reply('ERR a fence needs an election and a token, and the token is a whole number above 0')
    end
    local held = redis.call('HMGET', keys[1], 'election', 'token')
    if held[1] and held[2] then
        local lower = #token < #held[2] or (#token == #held[2] and token < held[2])
        if held[1] ~= election or lower then
            return redis.error_reply('FENCED ' .. held[2] .. ' ' .. held[1])
        end
    end
    if not held[1] or held[2] ~= token then
        redis.call('HSET', keys[1], 'election', election, 'token', token)
    end
    local replies = {}
    local at = 3
    while at <= #args do
        local words = tonumber(args[at])
        replies[#replies + 1] = redis.call(unpack(args, at + 1, at + words))
        at = at + 1 + words
    end
    return replies
end
