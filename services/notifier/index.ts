export { documentUrls } from './document-urls.js'
export { historyAsSource, type NotifierOptions, startNotifier } from './notifier.js'
export { type NotifierMetrics, notifierMetrics } from './notifier-metrics.js'
