import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/**
 * Frees what is not needed any more at once. V8 waits for its own heap to fill, and pixels lie beside it: those of a page or two would be
 * kept in vain, in a process that holds many times as much of them as of anything else.
 */
export async function collectGarbage(): Promise<void> {
  if (typeof collect === 'function') collect()
  // Canvases and decoded images give their memory back in a turn of their own.
  await nextTurn()
}
