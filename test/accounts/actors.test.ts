import { actorNames, actorsNamed, createApiKey, withActorNames } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { assistants, NEW_CLIENT } from './assistants.js'

t.test('those who acted are named as they are by now, within their company', async (t) => {
  const { pool, own, proPerson, connect } = await assistants(t)
  const [owner, rival] = [await proPerson(), await proPerson()]
  await connect(owner)
  const { rows } = await pool.query('select id from oauth.grants where user_id = $1', [owner.id])
  const { key } = await createApiKey(pool, { company_id: owner.company, name: 'ERP' }, operator)
  const shown = [
    [{ kind: 'user', id: owner.id }, owner.name],
    [{ kind: 'api_key', id: key.id }, 'ERP'],
    [{ kind: 'oauth_grant', id: rows[0].id }, NEW_CLIENT.name],
    [{ kind: 'operator', id: 'root' }, 'root'],
    [{ kind: 'system', id: 'documents' }, 'documents'],
    [
      { kind: 'user', id: owner.id, name: 'as an older version recorded it' },
      'as an older version recorded it',
    ],
    [{ kind: 'user', id: rival.id }, undefined],
    [{ kind: 'api_key', id: owner.id }, undefined],
    [{ kind: 'user', id: 'no UUID' }, undefined],
  ] as const
  const actors = shown.map(([actor]) => actor)
  // The MCP service shows names with the few rights that it has.
  for (const by of [pool, own]) {
    const nameOf = await actorNames(by, owner.company, actors)
    t.same(
      actors.map((actor) => nameOf(actor)),
      shown.map(([, name]) => name),
    )
  }
  t.same((await actorsNamed(pool, owner.company, 'eRP')).map(String), [key.id])
  t.same(await actorsNamed(pool, owner.company, rival.name), [])
  await pool.query('delete from accounts.users where id = $1', [rival.id])
  t.match(await withActorNames(pool, rival.company, [{ actor: { kind: 'user', id: rival.id }, n: 1 }]), [
    { actor: { kind: 'user', id: rival.id, name: 'user' }, n: 1 },
  ])
})
