export * from './corpus-page.js'
export * from './draw-page.js'
export * from './spoil-page.js'
