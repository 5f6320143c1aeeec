-- Lists the clients at a thread, on the clock of the server.
-- KEYS[1]  the clients, as in enter.lua
-- Answers each client and what it says of itself, in turn.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local all = redis.call('HGETALL', KEYS[1])
local present = {}
for index = 1, #all, 2 do
  local gone, said = string.match(all[index + 1], '^(%d+) (.*)$')
  if tonumber(gone) > now then
    present[#present + 1] = all[index]
    present[#present + 1] = said
  end
end
return present
