import { answerJobs, endWithParent, lowerPriority } from '@ecmr/process-pool/child'

// A page gets at least two fifths of what a process without niceness gets beside it: at 10 it would get a tenth, and starve.
const NICENESS = 4

// Before anything else is loaded, which starts threads and takes time.
endWithParent()
lowerPriority(NICENESS)

const { pageWorker } = await import('./page-worker.js')
const [, , program = null] = process.argv
answerJobs(pageWorker(program))
