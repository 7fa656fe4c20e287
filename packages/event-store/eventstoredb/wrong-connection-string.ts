import { StartFault } from '@ecmr/runtime'

/** A connection string that cannot be used; the message is a sentence for the operator, without the string. */
export class WrongConnectionString extends StartFault {
  override readonly name = 'WrongConnectionString'
  constructor(why: string) {
    super(`EVENTSTOREDB_URL cannot be used: ${why}.`)
  }
}
