/** A thread that ends the process when its parent is gone, since the main thread may be too busy to be told. */
const EVERY_MS = 1000
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
