import { testFirstDay } from './person/life.js'

testFirstDay('on a desktop, in English, somebody registers, works with notes and hears of them elsewhere', {
  language: 'en',
  device: 'desktop',
  scripts: true,
})
