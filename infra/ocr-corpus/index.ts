export * from './corpus.js'
export * from './degrade-page.js'
export * from './draw-page.js'
