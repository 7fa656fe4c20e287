// For tests only: no product code may import it.
export { setConnectMs } from './connect-ms.js'
