import { registers } from '@ecmr/contract'
import type { Route } from '../../api-server.js'
import { addToRegister } from './add.js'
import { exportRegister } from './export.js'
import { changeInRegister } from './id/change.js'
import { readFromRegister } from './id/read.js'
import { removeFromRegister } from './id/remove.js'
import { importIntoRegister } from './import.js'
import { listRegister } from './list.js'

/** The same operations for each register. */
export const registerRoutes: readonly Route[] = registers.flatMap((register) =>
  [
    listRegister,
    addToRegister,
    exportRegister,
    importIntoRegister,
    readFromRegister,
    changeInRegister,
    removeFromRegister,
  ].map((route) => route(register)),
)
