-- Takes one of an account's slots for open event streams, on the clock of the server.
-- KEYS[1]  the slots: a sorted set with one member a stream, scored by the millisecond at which its lease ends
-- ARGV[1]  most slots
-- ARGV[2]  length of a lease in milliseconds
-- ARGV[3]  the member
-- Answers 1, also if the member has a slot already, or 0 if every slot is taken.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local is_new = not redis.call('ZSCORE', KEYS[1], ARGV[3])
if is_new and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
