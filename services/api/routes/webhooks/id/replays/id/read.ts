import type { Route } from '../../../../../api-server.js'

export const readReplay: Route = () => undefined
