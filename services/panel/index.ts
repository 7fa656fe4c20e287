export * from './build-panel.js'
export * from './dependencies.js'
export type { PanelServer } from './panel-server.js'
