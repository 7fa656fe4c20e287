import { completeTaxId, inventedTaxId } from '@ecmr/cli/demo'
import t from 'tap'

t.test('check digits are the ones of numbers that the authorities publish as examples', async (t) => {
  t.equal(completeTaxId.ES('5881850'), 'B58818501')
  t.equal(completeTaxId.FR('30326504'), 'FR40303265045')
  t.equal(completeTaxId.IT('0074311015'), 'IT00743110157')
  t.equal(completeTaxId.DE('13669597'), 'DE136695976')
  t.equal(completeTaxId.PT('50196484'), 'PT501964843')
  t.equal(completeTaxId.BE('04287594'), 'BE0428759497')
  t.equal(completeTaxId.NL('00449544'), 'NL004495445B01')
  t.equal(completeTaxId.PL('856734621'), 'PL8567346215')
})

t.test('invented numbers are recognised as such and never repeat', async (t) => {
  const spanish = Array.from({ length: 300 }, (_, serial) => inventedTaxId('ES', serial))
  t.ok(spanish.every((id) => /^B00\d{6}$/.test(id)))
  const dutch = Array.from({ length: 300 }, (_, serial) => inventedTaxId('NL', serial))
  t.equal(new Set([...spanish, ...dutch]).size, 600)
})
