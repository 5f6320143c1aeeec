-- Acknowledges entries and deletes them, so that the length of a work stream is the work that is open.
-- KEYS[1]   the stream
-- ARGV[1]   the consumer group
-- ARGV[2…]  ids of the entries
-- Answers the number of entries acknowledged.
local ids = {}
for index = 2, #ARGV do ids[index - 1] = ARGV[index] end
local acknowledged = redis.call('XACK', KEYS[1], ARGV[1], unpack(ids))
redis.call('XDEL', KEYS[1], unpack(ids))
return acknowledged
