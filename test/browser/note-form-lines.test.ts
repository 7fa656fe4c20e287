import { randomUUID } from 'node:crypto'
import { noteStream } from '@ecmr/domain'
import { eight, leadsTo } from '../panel/note-forms-office.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

const items = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, row) => [`goods_items/${row}/description`, `Palé ${row + 1}`]),
  )

testInChromium(
  'lines are added to the last portion of a list without sending the form, until it is full',
  async ({ t, panel, open }) => {
    const person = await panel.person(panel.haulier)
    const id = leadsTo(await person.send('/ecmrs/nueva', { ...eight, ...items(38), once: randomUUID() }))
    const page = await open({ as: person, device: 'phone' })
    await page.goto(`/ecmrs/${id}/editar`)
    const portions = page.getByRole('group', { name: 'Se muestran las líneas 1 a 10 de 38.' })
    t.same(await accessibilityFaults(page), [])
    await portions.getByRole('button', { name: '31–38' }).tap()
    await page.getByText('Se muestran las líneas 31 a 38 de 38.').waitFor()
    const add = page.getByRole('button', { name: 'Añadir una partida' })
    const beyond = page.getByRole('button', { name: 'Guardar cambios y añadir más líneas' }).first()
    await add.tap()
    await page.keyboard.type('Palé 39')
    t.ok(await page.getByText('Partida 39', { exact: true }).isVisible())
    await add.tap()
    await page.keyboard.type('Palé 40')
    t.notOk(await add.isVisible(), 'there is no room for more')
    await beyond.tap()
    await page.getByText('Hay 40 líneas que no se muestran aquí').waitFor()
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()?.width)
    await page.locator('[name="goods_items/40/description"]').fill('Palé 41')
    await page.locator('.actions .button-primary').last().tap()
    await page.waitForURL(`**/ecmrs/${id}`)
    const events = await panel.store.readStream(noteStream(id))
    t.match(events.at(-1)?.data, {
      changes: [
        { field: 'goods_items', new: Object.values(items(41)).map((description) => ({ description })) },
      ],
    })
  },
)
