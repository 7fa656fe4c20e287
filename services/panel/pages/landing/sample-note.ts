import { createExample, type Language, updateExample } from '@ecmr/contract'
import { countryName } from '../../forms/named-codes.js'
import { formatsFor } from '../../texts/formats.js'
import { readTexts } from '../notes/read/texts.js'
import { landingTexts } from './texts.js'

/** The note of the documentation’s examples, as the picture of the landing page shows it. */
export function sampleNote(language: Language) {
  const { boxes } = readTexts[language]
  const f = formatsFor(language, 'Europe/Madrid')
  const { sender_city, receiver_city, receiver_country, goods_weight_kg } = createExample
  return {
    number: 'ECMR-2026-7F3K9QZ2M-X',
    boxes: [
      [
        '1',
        boxes.sender,
        createExample.sender_company_name,
        `${sender_city}, ${countryName('ES', language)}`,
      ],
      [
        '2',
        boxes.receiver,
        createExample.receiver_company_name,
        `${receiver_city}, ${countryName(receiver_country, language)}`,
      ],
      ['16', boxes.carrier, updateExample.carrier_company_name, updateExample.vehicle_plate],
      ['4', boxes.pickup, sender_city, f.date(createExample.pickup_date)],
    ],
    goods: ['9', boxes.goods, landingTexts[language].goods, `${f.number(goods_weight_kg)} kg`],
  }
}
