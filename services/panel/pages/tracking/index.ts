import type { Pages } from '../../panel-server.js'

export const trackingPages: Pages = () => {}
