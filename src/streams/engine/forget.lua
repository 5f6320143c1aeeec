-- Removes a consumer without pending entries: with some, nobody could take them over any more.
-- KEYS[1]  the stream
-- ARGV[1]  the consumer group
-- ARGV[2]  the consumer
-- Answers nothing.
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) == 0 then
  redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
end
