export * from './build-panel.js'
export * from './dependencies.js'
export * from './mail/mailer.js'
export type { PanelServer } from './panel-server.js'
