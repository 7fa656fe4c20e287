import { testFirstDay } from './person/life.js'

testFirstDay('without scripts a user can do all of it too, and signs by typing a name', {
  language: 'es',
  device: 'desktop',
  scripts: false,
})
