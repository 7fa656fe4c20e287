import { answerJobs, endWithParent, lowerPriority } from '@ecmr/process-pool/child'

// Before anything else is loaded, which starts threads and takes time.
endWithParent()
lowerPriority()

const { pageWorker } = await import('./page-worker.js')
answerJobs(pageWorker())
