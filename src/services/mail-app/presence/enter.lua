-- Notes that a client is at a thread, on the clock of the server.
-- KEYS[1]  the clients: a hash. Each value is the millisecond at which the client is gone, a blank, and what it says of itself
-- ARGV[1]  most clients
-- ARGV[2]  how long the client is there, in milliseconds
-- ARGV[3]  the client
-- ARGV[4]  what it says of itself
-- Answers 0 if there are too many clients, 1 if the client was there and says the same, and 2 if something is new.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local all = redis.call('HGETALL', KEYS[1])
local count, known = 0, nil
for index = 1, #all, 2 do
  local gone, said = string.match(all[index + 1], '^(%d+) (.*)$')
  if tonumber(gone) <= now then
    redis.call('HDEL', KEYS[1], all[index])
  else
    count = count + 1
    if all[index] == ARGV[3] then known = said end
  end
end

if not known and count >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], string.format('%.0f', now + tonumber(ARGV[2])) .. ' ' .. ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return known == ARGV[4] and 1 or 2
