import { endWithParent, lowerPriority } from './lower-priority.js'

// Before anything else is loaded, which starts threads and takes time.
endWithParent()
lowerPriority()

const { jobAnswerer } = await import('./answer-job.js')
const { isPageJob } = await import('./messages.js')

const answer = jobAnswerer((message) => process.send?.(message))
process.on('message', (message) => {
  if (isPageJob(message)) void answer(message)
})
