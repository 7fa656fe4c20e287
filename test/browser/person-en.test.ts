import { testFirstDay } from './person/life.js'

testFirstDay('on a desktop, in English, a user registers, works with notes and is notified elsewhere', {
  language: 'en',
  device: 'desktop',
  scripts: true,
})
