import { workerData } from 'node:worker_threads'

/** A thread that ends the process when its parent is gone, since the main thread may be too busy to notice. */
const EVERY_MS = 1000

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
