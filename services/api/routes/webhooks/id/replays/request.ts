import type { Route } from '../../../../api-server.js'

export const requestReplay: Route = () => undefined
