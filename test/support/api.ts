import { apiKeyAuthenticator, type Company, createApiKey, createCompany, type Scope } from '@ecmr/accounts'
import { type ApiDependencies, type ApiServer, buildApi } from '@ecmr/api'
import { commandHandler } from '@ecmr/application'
import {
  createExample,
  type EcmrRecord,
  changedRecord,
  type ProblemView,
  problemType,
  problemView,
} from '@ecmr/contract'
import type { EventStore } from '@ecmr/event-store'
import type { Keyring } from '@ecmr/personal-data'
import type { InjectOptions } from 'fastify'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { asPromised } from './contract.js'
import { operator, SITE_URL, serviceGround } from './service-ground.js'

export { operator, SITE_URL }

/** What the interface answered. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** the body, parsed */
  json(): unknown
  /** the body, which must be a record as promised, without the incident that the request has reported */
  record(): EcmrRecord
  /** the body, which must be problem details as promised */
  problem(): ProblemView
}

/** A company that calls the interface with a key of its own. */
export interface Customer {
  readonly company: Company
  readonly key: string
  call(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** a new note with the example's fields and these */
  create(fields?: Readonly<Record<string, unknown>>): Promise<EcmrRecord>
}

/** A process that serves the interface, and who calls it there. */
export interface ApiProcess {
  readonly app: ApiServer
  /** two companies that must not learn anything of each other */
  readonly haulier: Customer
  readonly rival: Customer
  /** a call without a key */
  call: Customer['call']
}

export interface TestApi extends ApiProcess {
  readonly pool: Pool
  readonly url: string
  /** with personal values in clear */
  readonly store: EventStore
  /** as the log holds them */
  readonly recorded: EventStore
  readonly dataKeys: Keyring
  /** any request at all */
  send(request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly payload: string | undefined
  }): Promise<Answer>
  /** makes a key for a company; scopes are all unless given */
  keyFor(company: Company, scopes?: readonly Scope[], expires_at?: Date): Promise<string>
  /** a caller with this key */
  customer(company: Company, key: string): Customer
  /** another api process over the same database, with the same companies */
  another(changed?: Partial<ApiDependencies>): Promise<ApiProcess>
  /** stops the projections, so that reads lag */
  stopProjections(): Promise<void>
}

/** The whole REST interface over a database of its own, with projections running beside it. */
export async function buildTestApi(
  t: Test,
  changed: (dependencies: ApiDependencies) => Partial<ApiDependencies> = () => ({}),
): Promise<TestApi> {
  const { url, stopProjections, dependencies: shared } = await serviceGround(t, 'test api')
  const { pool, store, recorded, dataKeys } = shared
  const keys = apiKeyAuthenticator({ pool })
  const dependencies: ApiDependencies = { ...shared, keys, limits: { perKey: 1e6, perAddress: 1e6 } }
  const app = await buildApi({ ...dependencies, ...changed(dependencies) })
  t.teardown(async () => {
    await app.close()
    await keys.close()
  })
  const keyFor: TestApi['keyFor'] = async (company, scopes, expires_at) => {
    const input = {
      company_id: company.id,
      name: 'test',
      ...(scopes && { scopes }),
      ...(expires_at && { expires_at }),
    }
    return (await createApiKey(pool, input, operator)).clear
  }
  const newCustomer = async (name: string): Promise<Pick<Customer, 'company' | 'key'>> => {
    const company = await createCompany(pool, { name }, operator)
    return { company, key: await keyFor(company) }
  }
  const haulier = await newCustomer('Transportes Guadalquivir')
  const rival = await newCustomer('Transports Garonne')
  const at = (server: ApiServer): ApiProcess => ({
    app: server,
    haulier: customerOf(server, haulier.company, haulier.key),
    rival: customerOf(server, rival.company, rival.key),
    call: caller(server),
  })
  return {
    ...at(app),
    pool,
    url,
    store,
    recorded,
    dataKeys,
    async send({ method, url, headers, payload }) {
      const body = payload === undefined ? {} : { payload }
      return answerOf(await app.inject({ method: methodOf(method), url, headers, ...body }))
    },
    keyFor,
    customer: (company, key) => customerOf(app, company, key),
    async another(different = {}) {
      const other = await buildApi({
        ...dependencies,
        commands: commandHandler({ store: recorded, keys: dataKeys }),
        ...different,
      })
      t.teardown(() => other.close())
      return at(other)
    },
    stopProjections,
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

function methodOf(text: string): (typeof METHODS)[number] {
  const method = METHODS.find((each) => each === text.toUpperCase())
  if (method === undefined) throw new Error(`no method ${text}`)
  return method
}

function customerOf(app: ApiServer, company: Company, key: string): Customer {
  const call = caller(app, key)
  return {
    company,
    key,
    call,
    async create(fields = {}) {
      const answer = await call('POST', '/api/ecmrs', { ...createExample, ...fields })
      if (answer.status !== 201) throw new Error(`not created: ${answer.text}`)
      return answer.record()
    },
  }
}

function caller(app: ApiServer, key?: string): Customer['call'] {
  return async (method, url, body, headers = {}) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const response = await app.inject({
      method,
      url,
      ...payload,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    return answerOf(response)
  }
}

function answerOf(response: {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}): Answer {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()])
  const json = (): unknown => JSON.parse(response.body)
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers),
    text: response.body,
    json,
    record() {
      const { incident_id: _, ...record } = asPromised(changedRecord, json())
      return record
    },
    problem() {
      const problem = asPromised(problemView, json())
      // Where its page is, which every code has.
      if (problem.type !== problemType(SITE_URL, problem.code)) throw new Error(`type is ${problem.type}`)
      return problem
    },
  }
}
