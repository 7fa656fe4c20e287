import { hostileKinds } from './kinds.js'

// A program that starts one receiver of every kind, prints their names and URLs as one line of JSON, and runs until it
// is killed: so that those who measure a worker need not share a process with what it is up against.
const urls: Record<string, string> = {}
for (const { name, start } of hostileKinds) urls[name] = (await start()).url
process.stdout.write(`${JSON.stringify(urls)}\n`)
