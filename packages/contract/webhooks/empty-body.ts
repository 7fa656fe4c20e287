import { closed } from '../json-schema.js'

/** Body of a command that needs none: a client that sends members meant something else. */
export const emptyBody = closed({}, { description: 'Nothing; leave it out, or send {}' })
