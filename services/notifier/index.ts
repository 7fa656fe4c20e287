export { type NotifierOptions, startNotifier } from './notifier.js'
