-- Acknowledges entries and deletes them, so that the length of a work stream is the work that is open. Then moves hints
-- from the backlog to the stream.
-- KEYS      the stream, its backlog, the turns of the backlog
-- ARGV[1]   the consumer group
-- ARGV[2]   most unread entries of the stream
-- ARGV[3…]  ids of the entries
-- Answers the number of entries acknowledged.
local acknowledged = 0
if #ARGV > 2 then
  acknowledged = redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, 3))
  redis.call('XDEL', KEYS[1], unpack(ARGV, 3))
end
refill(KEYS[1], KEYS[2], KEYS[3], ARGV[1], tonumber(ARGV[2]))
return acknowledged
