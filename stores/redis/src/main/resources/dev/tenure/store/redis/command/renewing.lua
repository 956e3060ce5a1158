-- Renews the open record if it is exactly the given renewal and has not run out.
local function renew(held, ttl, wanted, rest)
  local ours = record and record.state == 'held' and record.token == held.token and record.instance == held.instance
  if not ours or record.renewal ~= held.renewal or record.attempt ~= held.attempt or has_run_out() then
    return refuse(ours, wanted)
  end
  local replicas = replicas_for(wanted)
  write('held', record.token, record.follows, tonumber(ttl), replicas, rest)
  return {1, now, raw, replicas, 1}
end
