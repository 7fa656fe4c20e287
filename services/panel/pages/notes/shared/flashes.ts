/** What is said after a form: only the forms have something to say. */
export { noteFormFlashes as noteFlashes } from './form-flashes.js'
