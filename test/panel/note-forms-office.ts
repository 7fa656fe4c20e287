import { randomUUID } from 'node:crypto'
import { type Note, noteStream, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { PanelDependencies } from '@ecmr/panel'
import type { Test } from 'tap'
import { buildTestPanel, type TestPanel } from '../support/panel.js'
import type { Page, Visit } from '../support/visit.js'

/** The eight required fields, as a form sends them. */
export const eight = {
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Real 1',
  sender_city: 'Sevilla',
  receiver_company_name: 'Boulangerie Martin',
  receiver_address: 'Rue de la Paix 2',
  receiver_city: 'Lyon',
  goods_description: 'Aceite de oliva, 20 palés',
  pickup_date: '2026-12-01',
}

export type Sent = Readonly<Record<string, string>>

/** A user who works with notes. */
export type Clerk = Visit & {
  readonly user: { readonly id: string; readonly name: string }
  /** sends the form for a new note; returns its id */
  create(fields?: Sent): Promise<string>
  /** sends a form of a note, with an id of its own unless it is given one */
  fill(id: string, form: string, fields: Sent): Promise<Page>
}

export interface Office extends TestPanel {
  /** a member of the first company, who reads Spanish, and one who reads English */
  readonly lucia: Clerk
  readonly emma: Clerk
  /** an owner of the other company */
  readonly rivalOwner: Clerk
  eventsOf(id: string): Promise<readonly RecordedEvent[]>
  /** what happened to a note, by the types of its events */
  storyOf(id: string): Promise<readonly string[]>
  noteOf(id: string): Promise<Note>
}

/** The panel with people who work with notes. */
export async function openOffice(
  t: Test,
  changed?: (dependencies: PanelDependencies) => Partial<PanelDependencies>,
): Promise<Office> {
  const panel = await buildTestPanel(t, changed)
  const { store, haulier, rival } = panel
  const eventsOf = (id: string) => store.readStream(noteStream(id))
  const emma = await panel.person(haulier, 'member', 'Emma Hill')
  await emma.open('/idioma/en')
  return {
    ...panel,
    lucia: clerk(await panel.person(haulier, 'member', 'Lucía Fernández')),
    emma: clerk(emma),
    rivalOwner: clerk(await panel.person(rival)),
    eventsOf,
    storyOf: async (id) => (await eventsOf(id)).map(({ type }) => type),
    noteOf: async (id) => {
      const { note } = replay(await eventsOf(id))
      if (note === null) throw new Error(`there is no note ${id}`)
      return note
    },
  }
}

/** What stands in a control of a page. */
export function typedIn(page: Page, name: string): string | undefined {
  const control = new RegExp(`name="${name}"[^>]*?(?: value="([^"]*)"|rows="\\d+"[^>]*>([^<]*)<)`).exec(
    page.html,
  )
  return control?.[1] ?? control?.[2]
}

/** What a browser without scripts sends of a note's form as it is shown, but for the button that is pressed. */
export function sentFrom({ html }: Page): Sent {
  const [, form = ''] = /<form [^>]*class="note-form[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  const shown = form.replace(/<template>.*?<\/template>/gs, '')
  const controls = [...shown.matchAll(/<(input|textarea|select) [^>]*?name="([^"]+)"[^>]*>/g)]
  return Object.fromEntries(
    controls.flatMap(([tag, kind = '', name = ''], index) => {
      if (/type="(checkbox|radio)"/.test(tag) && !tag.includes(' checked')) return []
      const start = (controls[index]?.index ?? 0) + tag.length
      const [inside = ''] = shown.slice(start).split(`</${kind}>`, 1)
      const value = {
        input: / value="([^"]*)"/.exec(tag)?.[1],
        textarea: inside,
        select: /<option value="([^"]*)" selected>/.exec(inside)?.[1],
      }[kind]
      return name === '_csrf' ? [] : [[name, unescaped(value ?? '')] as const]
    }),
  )
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** The id of the note that a page leads on to. */
export function leadsTo({ location = '', text }: Page): string {
  const id = /^\/ecmrs\/([0-9a-f-]{36})$/.exec(location)?.[1]
  if (id === undefined) throw new Error(`this leads to no note: ${location} ${text.slice(0, 500)}`)
  return id
}

function clerk(visitor: Visit & { readonly user: Clerk['user'] }): Clerk {
  return {
    ...visitor,
    create: async (fields = {}) =>
      leadsTo(await visitor.send('/ecmrs/nueva', { ...eight, once: randomUUID(), do: 'save', ...fields })),
    fill: (id, form, fields) => visitor.send(`/ecmrs/${id}/${form}`, { once: randomUUID(), ...fields }),
  }
}
