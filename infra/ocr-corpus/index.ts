export * from './corpus-page.js'
export * from './degrade-page.js'
export * from './draw-page.js'
