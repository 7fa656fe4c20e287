import type { Page } from 'playwright-core'
import { noteWriter } from '../panel/ground.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

const rows = (page: Page) => page.locator('.note-list tbody tr')

testInChromium('a dispatcher finds, filters, sorts and saves a list', async ({ t, panel, open }) => {
  const { create, write } = noteWriter(panel)
  const late = await create({
    pickup_date: '2020-01-07',
    delivery_date: '2020-01-09',
    vehicle_plate: '7187 DZG',
  })
  await write(late, { type: 'change_status', to: 'in_transit' })
  for (let day = 10; day < 35; day += 1)
    await create({ pickup_date: `2020-0${1 + (day % 3)}-${10 + (day % 15)}` })
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/ecmrs')
  const seen = await rows(page).evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= 1_080).length,
  )
  t.ok(seen >= 20, `${seen} notes on a screen of 1,080 pixels`)
  t.same(await accessibilityFaults(page), [])

  await page.getByRole('searchbox').fill('7187dzg')
  await page.getByRole('button', { name: 'Buscar', exact: true }).first().click()
  await page.getByText('1 carta de porte', { exact: true }).waitFor()
  t.match(await rows(page).innerText(), late.ecmr_number)
  await page.getByRole('link', { name: 'Quitar: Buscar: 7187dzg' }).click()
  await page.getByText('Filtros', { exact: true }).click()
  await page.getByLabel('Con retraso').selectOption('Entrega con retraso')
  await page.getByRole('button', { name: 'Buscar', exact: true }).last().click()
  await page.getByText('1 carta de porte', { exact: true }).waitFor()
  t.match(await rows(page).innerText(), /con retraso/)

  await page.getByRole('link', { name: 'Guardar como vista' }).click()
  await page.getByLabel('Nombre de la vista').fill('Lo que llega tarde')
  t.same(await accessibilityFaults(page), [])
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await page.getByRole('link', { name: 'Quitar filtros' }).click()
  await page.getByRole('link', { name: 'Recogida' }).click()
  await page
    .getByRole('columnheader', { name: 'Recogida' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  t.match(await rows(page).first().innerText(), late.ecmr_number)
  await page.getByRole('link', { name: 'Lo que llega tarde' }).click()
  await page.getByText('1 carta de porte', { exact: true }).waitFor()

  await page.getByText('Columnas', { exact: true }).click()
  await page.getByLabel('Matrícula').check()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('cell', { name: '7187 DZG' }).waitFor()
})

testInChromium(
  'several notes are selected and cancelled, also without scripts',
  async ({ t, panel, open }) => {
    const { create } = noteWriter(panel)
    for (const scripts of [true, false]) {
      const [first, second, rest] = [await create(), await create(), await create()]
      const page = await open({ scripts, as: await panel.person(panel.haulier) })
      await page.goto('/ecmrs')
      const cancel = page.getByRole('button', { name: 'Anular', exact: true })
      t.equal(await cancel.isVisible(), !scripts, 'with scripts it comes with the first selected note')
      for (const { ecmr_number } of [first, second])
        await page.getByLabel(`Seleccionar ${ecmr_number}`).check()
      await cancel.click()
      await page.getByRole('heading', { level: 1, name: 'Anular 2 cartas de porte' }).waitFor()
      if (scripts) t.same(await accessibilityFaults(page), [])
      await page.getByLabel('Motivo de la anulación').fill('Pedido retirado')
      await page.getByRole('button', { name: 'Anular 2 cartas de porte' }).click()
      await page.getByRole('heading', { level: 1, name: 'Hecho: 2 cartas de porte' }).waitFor()
      if (scripts) t.same(await accessibilityFaults(page), [])
      await page.getByRole('link', { name: 'Volver a la lista' }).click()
      await page.getByRole('link', { name: rest.ecmr_number, exact: true }).waitFor()
      t.equal(await page.getByRole('link', { name: first.ecmr_number, exact: true }).count(), 0)
    }
  },
)

testInChromium(
  'a row has a menu that leads to what can be done with its note',
  async ({ t, panel, open }) => {
    const { create, write } = noteWriter(panel)
    const taken = await create()
    await write(taken, { type: 'change_status', to: 'in_transit' })
    const note = await create()
    const page = await open({ as: await panel.person(panel.haulier, 'member') })
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto('/ecmrs')
    const menu = page.locator('#row-menu')
    const button = (of: typeof note) => page.getByRole('button', { name: `Acciones: ${of.ecmr_number}` })
    await button(taken).click()
    await menu.getByRole('link', { name: 'Modificar' }).waitFor()
    t.equal(await menu.getByRole('link', { name: 'Anular' }).count(), 0, 'goods on their way stay')
    t.same(await accessibilityFaults(page), [])
    await button(note).click()
    t.equal(await button(taken).getAttribute('aria-expanded'), 'false', 'one is open at a time')
    await page.keyboard.press('Escape')
    t.notOk(await menu.isVisible())

    await button(note).focus()
    await page.keyboard.press('Enter')
    t.equal(await button(note).getAttribute('aria-expanded'), 'true')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    t.equal(await page.locator(':focus').innerText(), 'Anular')
    const box = await menu.boundingBox()
    const at = await button(note).boundingBox()
    t.ok(box && at && Math.abs(box.x + box.width - at.x - at.width) < 2, 'it stands at its row')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/ecmrs/${note.id}/anular`)
    await page.getByLabel('Motivo de la anulación').fill('Pedido retirado')
    await page.getByRole('button', { name: /^Anular/ }).click()
    await page.getByText('Carta de porte anulada.').waitFor()

    const driver = await open({ as: await panel.person(panel.haulier, 'driver') })
    await driver.goto('/ecmrs')
    await driver.getByRole('link', { name: taken.ecmr_number, exact: true }).waitFor()
    t.equal(await driver.locator('#row-menu, [data-row]').count(), 0, 'none for those who may not')
  },
)

testInChromium('without scripts a row leads to the actions of its note', async ({ panel, open }) => {
  const note = await noteWriter(panel).create()
  const page = await open({ scripts: false, as: await panel.person(panel.haulier, 'member') })
  await page.goto('/ecmrs')
  await page.getByRole('link', { name: `Acciones: ${note.ecmr_number}` }).click()
  await page.waitForURL(({ pathname }) => pathname === `/ecmrs/${note.id}`)
  await page.getByRole('link', { name: 'Anular', exact: true }).click()
  await page.waitForURL(`**/ecmrs/${note.id}/anular`)
})

testInChromium('the keyboard leads through the list and finds everything', async ({ t, panel, open }) => {
  const { create } = noteWriter(panel)
  const [older, newer] = [await create({ vehicle_plate: '1748 MLH' }), await create()]
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.goto('/ecmrs')
  const focused = () => page.locator(':focus').innerText()
  await page.keyboard.press('j')
  t.equal(await focused(), newer.ecmr_number)
  await page.keyboard.press('x')
  t.ok(await page.getByLabel(`Seleccionar ${newer.ecmr_number}`).isChecked())
  await page.keyboard.press('j')
  t.equal(await focused(), older.ecmr_number)
  await page.keyboard.press('k')
  t.equal(await focused(), newer.ecmr_number)
  await page.keyboard.press('/')
  t.equal(await page.locator(':focus').getAttribute('name'), 'search')
  await page.keyboard.type('njk?')
  t.equal(await page.getByRole('searchbox').inputValue(), 'njk?', 'letters in a field are letters')

  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Buscar en todo' })
  await search.getByRole('searchbox').fill('1748mlh')
  await search.getByRole('link', { name: older.ecmr_number }).waitFor()
  t.same(await accessibilityFaults(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/ecmrs/${older.id}`)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await help.waitFor()
  t.same(await accessibilityFaults(page), [])
  await help.getByRole('checkbox').uncheck()
  await help.getByRole('button', { name: 'Cerrar' }).click()
  await page.keyboard.press('n')
  await page.reload()
  await page.keyboard.press('n')
  t.equal(new URL(page.url()).pathname, `/ecmrs/${older.id}`, 'single keys stay off')
  await page.getByRole('button', { name: 'Atajos de teclado' }).click()
  await help.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.waitForURL('**/ecmrs/nueva')
})

testInChromium('without scripts the search is a page of the menu', async ({ t, panel, open }) => {
  const note = await noteWriter(panel).create({ reference: 'SEARCHED-7' })
  const page = await open({
    scripts: false,
    device: 'phone',
    as: await panel.person(panel.haulier, 'member'),
  })
  await page.goto('/')
  await page.getByText('Menú').tap()
  await page.getByRole('link', { name: 'Buscar', exact: true }).tap()
  await page.getByRole('searchbox').fill('searched-7')
  await page.getByRole('button', { name: 'Buscar' }).tap()
  await page.getByRole('link', { name: note.ecmr_number }).waitFor()
  await page.getByRole('searchbox').fill('claves')
  await page.getByRole('button', { name: 'Buscar' }).tap()
  await page.getByText('No se ha encontrado nada.').waitFor()
  await page.waitForLoadState()
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.goto('/ecmrs')
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing of the list is cut')
})
