import { createExample, updateExample } from '@ecmr/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { type Answer, buildTestApi, type Customer, SITE_URL } from '../support/api.js'
import { describedBy } from '../support/openapi.js'

const api = await buildTestApi(t)
const { haulier, rival } = api
const { document, operations, contradictions } = await describedBy(api)

t.test('the document is valid OpenAPI 3.1 and says where the service is', async (t) => {
  t.match(document, { openapi: '3.1.0', servers: [{ url: 'https://ecmr.example' }] })
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
  t.ok(valid, JSON.stringify(errors))
})

t.test('it describes every route, each with an id and a summary', async (t) => {
  const routes = api.app.printRoutes({ commonPrefix: false })
  t.ok(routes.length > 0)
  const described = operations.map(({ method, path }) => `${method} ${path}`).sort()
  t.ok(!described.some((each) => each.startsWith('head')))
  for (const each of [
    'get /api/ecmrs',
    'post /api/ecmrs',
    'post /api/ecmrs/validate',
    'get /api/ecmrs/{id}',
    'patch /api/ecmrs/{id}',
    'put /api/ecmrs/{id}',
    'post /api/ecmrs/{id}/signatures',
    'post /api/ecmrs/{id}/incidents',
    'post /api/ecmrs/{id}/incidents/{incident_id}/resolution',
    'post /api/ecmrs/{id}/reservations',
    'post /api/ecmrs/{id}/vehicle-changes',
    'post /api/ecmrs/{id}/delivery-reversal',
    'post /api/ecmrs/{id}/cancellation',
    'get /api/ecmrs/{id}/events',
    'get /api/events',
    'get /api/tracking/{ecmr_number}',
    'get /api/health',
  ]) {
    t.ok(described.includes(each), each)
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(ids).size, ids.length)
  for (const { path, operation } of operations) t.ok(operation.operationId && operation.summary, path)
})

t.test(
  'parameters in the path are required, and no others: what has a default may be left out',
  async (t) => {
    for (const { method, path, operation } of operations) {
      for (const { name, in: place, required = false } of operation.parameters ?? [])
        t.equal(required, place === 'path', `${name} of ${method} ${path}`)
    }
    t.same(requiredDespiteDefault(document, '#'), [])
  },
)

/** Where a schema of the document requires a member that has a default. */
function requiredDespiteDefault(node: unknown, place: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const members = Object.entries(node).flatMap(([name, member]) =>
    requiredDespiteDefault(member, `${place}/${name}`),
  )
  if (!('properties' in node && 'required' in node)) return members
  const { properties, required } = node
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return members
  const wrong = Object.entries<object>({ ...properties }).filter(
    ([name, schema]) => required.includes(name) && 'default' in schema,
  )
  return [...members, ...wrong.map(([name]) => `${place}/properties/${name}`)]
}

t.test('its operations stand in groups that it describes, its schemas under their names', async (t) => {
  const { tags = [] } = Object(document)
  const groups = new Set(tags.map(({ name }: { name: string }) => name))
  for (const { path, operation } of operations)
    for (const tag of operation.tags ?? ['none']) t.ok(groups.has(tag), `${tag} of ${path}`)
  const inline = placesOf(document, ({ title, type }) => typeof title === 'string' && type === 'object')
  t.same(
    inline.filter((place) => !/^#\/components\/schemas\/\w+$/.test(place)),
    [],
  )
})

t.test('what `npm run openapi:lint` would find is not there', async (t) => {
  const references = new Set<string>()
  placesOf(document, ({ $ref }) => {
    if (typeof $ref === 'string') references.add($ref)
    return false
  })
  for (const reference of references) {
    const [, ...names] = reference.split('/')
    t.ok(
      names.reduce((node: unknown, name) => Object(node)[name], document),
      `${reference} exists`,
    )
  }
  const components: Readonly<Record<string, object>> = Object(document).components
  for (const [kind, held] of Object.entries(components))
    for (const name of kind === 'securitySchemes' ? [] : Object.keys(held))
      t.ok(references.has(`#/components/${kind}/${name}`), `${kind} ${name} is used`)
  for (const { path, operation } of operations) {
    const statuses = Object.keys(operation.responses)
    t.ok(
      statuses.some((status) => status.startsWith('2')),
      path,
    )
    t.ok(statuses.some((status) => status.startsWith('4')) || path === '/api/health', path)
    t.notMatch(path, /\/$|\?/)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = operation.parameters?.filter((each) => each.in === 'path').map(({ name }) => name)
    t.same(new Set(described), new Set(named), path)
  }
})

t.test('patterns mean the same in ECMAScript and in RE2', async (t) => {
  const patterns = new Set<string>()
  placesOf(document, ({ pattern }) => {
    if (typeof pattern === 'string') patterns.add(pattern)
    return false
  })
  t.ok(patterns.size > 4)
  for (const pattern of patterns) {
    t.notMatch(
      pattern,
      /\(\?[=!<]|\\[1-9kup]/,
      'no look-around, no back reference, no escape of one side only',
    )
    // Not named after it: line separators in a name are the end of it.
    t.doesNotThrow(() => new RegExp(pattern, 'u'))
  }
})

t.test('requests are closed, answers and notifications may get more members', async (t) => {
  const closed = placesOf(document, ({ additionalProperties }) => additionalProperties === false)
  const inAnswers = closed.filter((place) => /\/responses\/|^#\/webhooks\//.test(place))
  t.same(inAnswers, [])
  const schemas = new Set(closed.flatMap((place) => /^#\/components\/schemas\/(\w+)/.exec(place)?.[1] ?? []))
  t.ok(schemas.has('NewConsignmentNote') && schemas.has('ConsignmentNoteUpdate'))
  for (const name of [
    'ConsignmentNote',
    'ConsignmentNoteList',
    'Problem',
    'HistoryEntry',
    'EcmrCreatedNotification',
  ])
    t.notOk(schemas.has(name), name)
})

/** Where in the document the objects are that are asked for. */
function placesOf(
  node: unknown,
  wanted: (node: Readonly<Record<string, unknown>>) => boolean,
  place = '#',
): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.entries(node).flatMap(([name, member]) =>
    placesOf(member, wanted, `${place}/${name}`),
  )
  return wanted({ ...node }) ? [place, ...inside] : inside
}

t.test('it says of which commands the body may be missing', async (t) => {
  const optional = operations
    .filter(({ operation }) => operation.requestBody?.required === false)
    .map(({ operation }) => operation.operationId)
  t.same(
    new Set(optional),
    new Set([
      'issueEcmrDocument',
      'rotateWebhookSecret',
      'testWebhook',
      'retryWebhookDelivery',
      'cancelWebhookReplay',
    ]),
  )
  for (const { operation } of operations) {
    if (optional.includes(operation.operationId)) continue
    t.not(operation.requestBody?.required, false, `${operation.operationId}`)
  }
})

t.test('the answers of every route are as it says', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const signature = { role: 'carrier', signer_name: 'Luis Gil', method: 'typed' }
  const keyed = { 'idempotency-key': 'openapi-1' }
  const reader = api.customer(haulier.company, await api.keyFor(haulier.company, ['webhooks']))
  const calls: readonly [number, Customer['call'], ...Parameters<Customer['call']>][] = [
    [200, haulier.call, 'GET', '/api/ecmrs'],
    [400, haulier.call, 'GET', '/api/ecmrs?page=0'],
    [401, api.call, 'GET', '/api/ecmrs'],
    [403, reader.call, 'GET', '/api/ecmrs'],
    [406, haulier.call, 'GET', '/api/ecmrs', undefined, { accept: 'text/html' }],
    [201, haulier.call, 'POST', '/api/ecmrs', createExample, keyed],
    [422, haulier.call, 'POST', '/api/ecmrs', { ...createExample, reference: 'x' }, keyed],
    [400, haulier.call, 'POST', '/api/ecmrs', {}],
    [413, haulier.call, 'POST', '/api/ecmrs', { notes: 'x'.repeat(2_000_000) }],
    [415, haulier.call, 'POST', '/api/ecmrs', {}, { 'content-type': 'text/plain' }],
    [200, haulier.call, 'POST', '/api/ecmrs/validate', createExample],
    [200, haulier.call, 'POST', '/api/ecmrs/validate', {}],
    [200, haulier.call, 'GET', path],
    [304, haulier.call, 'GET', path, undefined, { 'if-none-match': '"1"' }],
    [404, rival.call, 'GET', path],
    [200, haulier.call, 'PATCH', path, updateExample],
    [412, haulier.call, 'PATCH', path, { reference: 'x' }, { 'if-match': '"1"' }],
    [200, haulier.call, 'PUT', path, { reference: 'x' }],
    [201, haulier.call, 'POST', `${path}/signatures`, signature],
    [409, haulier.call, 'PATCH', path, { status: 'draft' }],
    [201, haulier.call, 'POST', `${path}/reservations`, { by: 'carrier', grounds: 'Wet' }],
    [201, haulier.call, 'POST', `${path}/incidents`, { type: 'delay', description: 'Snow' }],
    [404, haulier.call, 'POST', `${path}/incidents/x/resolution`, { outcome: 'continue' }],
    [409, haulier.call, 'POST', `${path}/cancellation`, { reason: 'x' }],
    [200, haulier.call, 'GET', `${path}/events`],
    [200, haulier.call, 'GET', '/api/events'],
    [200, api.call, 'GET', `/api/tracking/${note.ecmr_number}`],
    [404, api.call, 'GET', '/api/tracking/x'],
    [200, api.call, 'GET', '/api/health'],
    [404, haulier.call, 'GET', `${path}/document.pdf`],
    [201, haulier.call, 'POST', `${path}/documents`],
    [200, haulier.call, 'POST', `${path}/documents`, {}],
    [400, haulier.call, 'POST', `${path}/documents`, { new_url: true }],
    [200, haulier.call, 'GET', `${path}/documents`],
    [200, haulier.call, 'GET', `${path}/documents/1`],
    [404, haulier.call, 'GET', `${path}/documents/2`],
    [201, haulier.call, 'POST', `${path}/documents/1/links`, { for: 'counterparty' }],
    [409, haulier.call, 'DELETE', `${path}/documents/1/link`],
    [409, haulier.call, 'POST', '/api/documents', { ecmr_ids: [note.id] }],
  ]
  for (const [status, call, ...request] of calls) {
    const answer: Answer = await call(...request)
    const said = `${request[0]} ${request[1]}`
    t.equal(answer.status, status, said)
    t.same(contradictions(request[0], request[1], answer), [], `${said} ${status}`)
  }
  const [incident] = (await haulier.call('GET', path)).record().incidents
  const resolution = `${path}/incidents/${incident?.incident_id}/resolution`
  const resolved = await haulier.call('POST', resolution, { outcome: 'continue' })
  t.equal(resolved.status, 201)
  t.same(contradictions('POST', resolution, resolved), [])
})

t.test('the page for people loads nothing from elsewhere', async (t) => {
  const page = await api.call('GET', '/api/docs')
  t.equal(page.status, 200)
  t.match(page.headers['content-type'], /^text\/html/)
  t.match(page.headers['content-security-policy'], /default-src 'none'; script-src 'self'/)
  const loaded = [...page.text.matchAll(/<(?:link|script|img)\b[^>]*? (?:src|href)="([^"]+)"/g)]
  t.ok(loaded.length > 3)
  for (const [, address = ''] of loaded) {
    t.match(address, /^\/api\/docs\//)
    t.equal((await api.call('GET', address)).status, 200, address)
  }
  t.match((await api.call('GET', '/api/docs/json')).json(), { openapi: '3.1.0' })
})

t.test(
  'the page for people leads back to the panel and nowhere else, whatever stands in its address',
  async (t) => {
    const page = await api.call('GET', '/api/docs')
    const links = [...page.text.matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(([, href = '']) => href)
    t.ok(links.includes(`${SITE_URL}/`) && links.length >= 6)
    for (const link of links)
      t.ok(/^(?:#|\/api\/openapi\.json$)/.test(link) || link.startsWith(`${SITE_URL}/`), link)
    for (const trick of [
      'siguiente=//evil.example',
      'url=https://evil.example',
      'key=ecmr_live_x',
      '"><script>',
    ])
      for (const path of ['/api/docs', '/api/docs/'])
        t.equal((await api.call('GET', `${path}?${encodeURI(trick)}`)).text, page.text, trick)
    const looks = async (cookie: string) =>
      /<html[^>]*>/.exec((await api.call('GET', '/api/docs', undefined, { cookie })).text)?.[0]
    t.match(await looks('a=b; __Host-theme=dark'), 'data-theme="dark" class="dark-mode"')
    t.match(await looks('ecmr-theme=light; c=d'), 'data-theme="light">')
    t.match(await looks('ecmr-theme="><script>'), 'data-theme="system">')
    t.match(page.headers.vary, 'Cookie')
  },
)

t.test('a slash at the end of an address changes nothing', async (t) => {
  const id = '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'
  for (const { method, path } of operations) {
    const url = path.replace(/\{\w+\}/g, id)
    for (const call of [api.call, haulier.call]) {
      const body = method === 'get' || method === 'delete' ? undefined : {}
      const [without, slashed] = [
        await call(methodNamed(method), url, body),
        await call(methodNamed(method), `${url}/`, body),
      ]
      t.equal(slashed.status, without.status, `${method} ${url}/`)
      if (without.status < 400) continue
      const { request_id: _, ...problem } = without.problem()
      t.match(slashed.problem(), problem, `${method} ${url}/`)
    }
  }
  t.equal((await haulier.call('POST', '/api/ecmrs/', createExample)).status, 201)
  t.equal((await haulier.call('GET', '/api/ecmrs//')).status, 404)
  t.match((await haulier.call('DELETE', '/api/ecmrs/')).headers, { allow: 'GET, HEAD, OPTIONS, POST' })
})

function methodNamed(name: string) {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const method = methods.find((each) => each.toLowerCase() === name)
  if (method === undefined) throw new Error(`no method ${name}`)
  return method
}
