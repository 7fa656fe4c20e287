import { bringCaddy } from './caddy.js'

bringCaddy()
