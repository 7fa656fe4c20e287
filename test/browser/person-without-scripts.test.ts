import { testFirstDay } from './person/life.js'

testFirstDay('without scripts somebody does all of it as well, and signs by his name', {
  language: 'es',
  device: 'desktop',
  scripts: false,
})
