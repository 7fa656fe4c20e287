export { type NotifierOptions, startNotifier } from './notifier.js'
export { type NotifierMetrics, notifierMetrics } from './notifier-metrics.js'
export { historyAsSource } from './replaying.js'
