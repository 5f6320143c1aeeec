-- Renews the leases of open event streams of an account, also of those that Redis has forgotten.
-- KEYS[1]   the slots, as in take-stream-slot.lua
-- ARGV[1]   length of a lease in milliseconds
-- ARGV[2…]  the members
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

for index = 2, #ARGV do
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[1]), ARGV[index])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
