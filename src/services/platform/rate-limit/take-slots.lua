-- Takes slots of an exact sliding window, on the clock of the server.
-- KEYS[1]  the window: a sorted set with one member a slot, scored by the microsecond it was taken
-- ARGV[1]  slots a window
-- ARGV[2]  length of the window in microseconds
-- ARGV[3]  slots to take, all or none
-- ARGV[4]  a text unique to this call, for the members
-- Answers {taken (1 or 0), slots left, microsecond when the window is empty again, microseconds until the slots are free}.
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - window))
local used = redis.call('ZCARD', KEYS[1])

if used + cost > limit then
  local wait = window
  local surplus = used + cost - limit
  if cost <= limit then
    local freeing = redis.call('ZRANGE', KEYS[1], surplus - 1, surplus - 1, 'WITHSCORES')
    wait = tonumber(freeing[2]) + window - now
  end
  local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  local reset = newest[2] and (tonumber(newest[2]) + window) or now
  return {0, math.max(0, limit - used), string.format('%.0f', reset), string.format('%.0f', wait)}
end

for slot = 1, cost do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[4] .. ':' .. slot)
end
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
return {1, limit - used - cost, string.format('%.0f', now + window), '0'}
