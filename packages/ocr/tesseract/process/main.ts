import { endWithParent } from './end-with-parent.js'
import { standBack } from './stand-back.js'

// Before anything else is loaded, which starts threads and takes time.
endWithParent()
standBack()

const { jobAnswerer } = await import('./answer-job.js')
const { isPageJob } = await import('./messages.js')

const answer = jobAnswerer((message) => process.send?.(message))
process.on('message', (message) => {
  if (isPageJob(message)) void answer(message)
})
