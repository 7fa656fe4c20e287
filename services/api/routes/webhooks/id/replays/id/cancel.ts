import type { Route } from '../../../../../api-server.js'

export const cancelReplay: Route = () => undefined
