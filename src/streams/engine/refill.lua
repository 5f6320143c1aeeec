-- A stream holds a few entries that no reader has taken, and the backlog holds the other hints: a sorted set in which the
-- accounts take turns, by start-time fair queueing. An account's next hint gets the turn after its last one, or after the
-- present turn if it has none waiting. So the position of a hint does not depend on how many hints others have there.
-- The hash has the present turn (its field '') and the last turn of each account with hints in the backlog.

-- How many entries of a stream no reader has taken.
local function unread(stream, group)
  local pending = redis.pcall('XPENDING', stream, group)
  return redis.call('XLEN', stream) - (pending.err and 0 or pending[1])
end

-- Appends a hint, written `account id target`, to the stream.
local function append(stream, hint)
  local account, id, target = string.match(hint, '^([^ ]*) ([^ ]*) ?(.*)$')
  if target == '' then
    redis.call('XADD', stream, '*', 'v', '1', 'i', id, 'a', account)
  else
    redis.call('XADD', stream, '*', 'v', '1', 'i', id, 'a', account, 't', target)
  end
end

-- Moves hints from the backlog to the stream while fewer than `most` entries are unread. Answers how many it moved.
local function refill(stream, backlog, turns, group, most)
  if redis.call('EXISTS', backlog) == 0 then return 0 end
  local free = most - unread(stream, group)
  if free <= 0 then return 0 end
  local taken = redis.call('ZPOPMIN', backlog, free)
  for index = 1, #taken, 2 do
    local account = string.match(taken[index], '^[^ ]*')
    if redis.call('HGET', turns, account) == taken[index + 1] then redis.call('HDEL', turns, account) end
    append(stream, taken[index])
  end
  if redis.call('EXISTS', backlog) == 1 then
    redis.call('HSET', turns, '', taken[#taken])
  else
    redis.call('DEL', turns)
  end
  return #taken / 2
end
