import { type EcmrCommand, mayCommand, type Role, roles, statuses } from '@ecmr/domain'
import t from 'tap'
import * as asks from '../asks.js'

const metadata = { order: '1' }

/** Every command, in every form that makes a difference, with the roles in which another company may give it. */
const table: Readonly<
  Record<EcmrCommand['type'], readonly (readonly [command: EcmrCommand, may: readonly Role[]])[]>
> = {
  create: [[asks.create(), []]],
  edit: [[asks.edit({ reference: 'x' }), []]],
  change_metadata: [[asks.keep(metadata), []]],
  sign: roles.map((role) => [asks.sign(role), [role]] as const),
  invite_signer: [[asks.invite(), []]],
  revoke_invitation: [[asks.revoke(), []]],
  decline_to_sign: [[asks.decline() as EcmrCommand, []]],
  share: [[asks.share(), []]],
  revoke_share: [[asks.revokeShare(), []]],
  record_reservation: roles.map((role) => [asks.reserve(role), [role]] as const),
  report_incident: [[asks.report(), ['carrier', 'receiver']]],
  resolve_incident: [[asks.resolve(), []]],
  change_status: statuses.map((to) => {
    const may: readonly Role[] = to === 'incident' ? ['carrier', 'receiver'] : ['carrier']
    return [asks.moveTo(to), to === 'draft' || to === 'assigned' ? [] : may] as const
  }),
  take_over: [[asks.takeOver(), ['carrier']]],
  confirm_delivery: [[asks.confirmDelivery(), ['carrier']]],
  change_vehicle: [[asks.changeVehicle(), ['carrier']]],
  add_attachment: [[asks.attach(), roles]],
  withdraw_attachment: [[asks.withdraw(), []]],
  revert_delivery: [[{ type: 'revert_delivery', reason: 'x' }, []]],
  cancel: [[{ type: 'cancel', reason: 'x' }, []]],
  erase_personal_data: [[asks.erase(), []]],
  issue_document: [[asks.issueDocument(), []]],
}

t.test('what a share allows: every command, by every access', async (t) => {
  for (const [command, may] of Object.values(table).flat()) {
    const said = JSON.stringify(command).slice(0, 80)
    t.ok(mayCommand({ kind: 'own' }, command), `own: ${said}`)
    t.notOk(mayCommand({ kind: 'shared', roles: [] }, command), `read: ${said}`)
    for (const role of roles)
      t.equal(mayCommand({ kind: 'shared', roles: [role] }, command), may.includes(role), `${role}: ${said}`)
    t.equal(mayCommand({ kind: 'shared', roles: [...roles] }, command), may.length > 0, `all roles: ${said}`)
  }
})
