// What the program of a process needs; it is to call the first two before it loads anything that starts threads or takes time.
export { answerJobs, type Worker } from './child/answer-jobs.js'
export { endWithParent, lowerPriority } from './child/lower-priority.js'
