import { askOf, openObedient } from '../obedient-pool.js'
import type { Order } from './order.js'

// Has a process do what its argument orders, and ends as soon as nothing keeps it alive.
const order: Order = JSON.parse(process.argv[2] ?? '')
process.stdout.write(String(await askOf(openObedient())(order)))
