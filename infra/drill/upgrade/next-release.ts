import { register } from 'node:module'

// For `node --import`: our programs are then a next release, which differs by its migrations.
register('./add-migrations.js', import.meta.url)
