import type { Pages } from '../../panel-server.js'

export const webhookPages: Pages = () => {}
