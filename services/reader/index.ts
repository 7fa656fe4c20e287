export { buildReader } from './build-reader.js'
