import { createCompany } from '@ecmr/accounts'
import { operator, type TestPanel } from '../support/panel.js'

/** A panel that the tests of a file share, with two companies that none of the others knows. */
export async function withCompaniesOfItsOwn<Panel extends TestPanel>(panel: Panel): Promise<Panel> {
  const { pool } = panel
  return {
    ...panel,
    haulier: await createCompany(pool, { name: 'Transportes Guadalquivir' }, operator),
    rival: await createCompany(pool, { name: 'Transports Garonne' }, operator),
  }
}
