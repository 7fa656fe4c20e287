import { testFirstDay } from './person/life.js'

testFirstDay('on a phone, in Spanish, a user registers, works with notes and is notified elsewhere', {
  language: 'es',
  device: 'phone',
  scripts: true,
})
