#!/usr/bin/env lua
-- A queue of jobs: the header of the file.

local json = require("json")

local MAX_JOBS = 64
DEFAULTS = {
  retries = 3,
  backoff = function(attempt)
    return 2 ^ attempt
  end,
}

--- Jobs, first in, first out.
-- @type Queue
local Queue = {}
Queue.__index = Queue

-- Makes one.
function Queue.new(options)
  local self = setmetatable({}, Queue)
  self.items = {}
  self.options = options or DEFAULTS
  return self
end

--[[
  Adds a job at the end.
]]
function Queue:push(job, ...)
  local function full()
    return #self.items >= MAX_JOBS
  end
  local check = function(value)
    return value ~= nil
  end
  if full() or not check(job) then
    return nil, "full"
  end
  self.items[#self.items + 1] = job
  return job
end

function Queue:pop()
  return table.remove(self.items, 1)
end

Queue.size = function(self)
  return #self.items
end

Queue.__tostring = function(self) return "Queue(" .. self:size() .. ")" end

local Worker = {
  name = "worker",
  run = function(self, queue)
    while queue:size() > 0 do
      local job = queue:pop()
      local ok, err = pcall(function()
        return job:execute()
      end)
      if not ok then
        self.fail(err)
      end
    end
  end,
  fail = function(err) print(err) end,
  handlers = {
    close = function() end,
  },
}

function Worker.pool.start(count)
  for index = 1, count do
    coroutine.wrap(function()
      Worker:run(Queue.new())
    end)()
  end
end

local function helper(a, b)
  return a + b
end

local fact
fact = function(n)
  if n <= 1 then
    return 1
  end
  return n * fact(n - 1)
end

function global_function(first, second)
  -- not_a_function() end
  local text = [[
function inside_a_string() end
]]
  return text, first, second
end

if os.getenv("DEBUG") then
  function debug_print(...)
    print(...)
  end
end

return {
  Queue = Queue,
  encode = function(queue)
    return json.encode(queue.items)
  end,
}
