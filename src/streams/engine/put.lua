-- Puts hints on a stream, or in its backlog while the stream has enough unread entries. A hint whose turn would be the next
-- goes on the stream anyway: an account can have one such in each turn.
-- KEYS      the stream, its backlog, the turns of the backlog
-- ARGV[1]   the consumer group
-- ARGV[2]   most unread entries of the stream
-- ARGV[3]   most hints of an account in the backlog: what comes on top stays in the ledger
-- ARGV[4…]  hints
local stream, backlog, turns = KEYS[1], KEYS[2], KEYS[3]
local group, most, mostWaiting = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local free = 0
if redis.call('EXISTS', backlog) == 0 then free = most - unread(stream, group) end
local present = tonumber(redis.call('HGET', turns, '') or 0)
for index = 4, #ARGV do
  local hint = ARGV[index]
  if free > 0 then
    append(stream, hint)
    free = free - 1
  else
    local account = string.match(hint, '^[^ ]*')
    local turn = math.max(present, tonumber(redis.call('HGET', turns, account) or 0)) + 1
    if turn == present + 1 then
      append(stream, hint)
      redis.call('HSET', turns, account, turn)
    elseif turn - present <= mostWaiting and redis.call('ZADD', backlog, 'NX', turn, hint) == 1 then
      redis.call('HSET', turns, account, turn)
    end
  end
end
