import { testFirstDay } from './person/life.js'

testFirstDay('on a phone, in Spanish, somebody registers, works with notes and hears of them elsewhere', {
  language: 'es',
  device: 'phone',
  scripts: true,
})
