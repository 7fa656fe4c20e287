import { answers } from './answers.js'
import { breaks } from './breaks.js'
import { hugeAnswers } from './floods.js'
import type { HostileKind } from './kind.js'
import { nonsense } from './nonsense.js'
import { silences } from './silences.js'
import { tls } from './tls.js'

/** Every way to be hostile that we know of. */
export const hostileKinds: readonly HostileKind[] = [
  ...answers,
  ...silences,
  ...hugeAnswers,
  ...breaks,
  ...nonsense,
  ...tls,
]
