import type { Language } from '@ecmr/contract'
import type { FormState } from '../../forms/form.js'
import { instantAsked, shownLocally } from '../../forms/local-time.js'
import type { ListValues } from '../notes/list/question.js'
import { texts } from '../notes/shared/texts.js'

/** When the figures of the front page are of. */
export interface AskedMoment {
  /** RFC 3339, UTC; undefined: now */
  readonly asOf: string | undefined
  /** the same as addresses of the list have it */
  readonly when: Pick<ListValues, 'en'>
  readonly form: FormState
}

/** Reads `?en=`, as the list does: what has not come yet is now. */
export function momentAsked(
  asked: unknown,
  { language, timeZone, now }: { readonly language: Language; readonly timeZone: string; readonly now: Date },
): AskedMoment {
  const en = typeof asked === 'string' ? asked.trim() : ''
  const instant = instantAsked(en, timeZone)
  const isPast = instant !== undefined && instant < now.toISOString()
  const faults: FormState['faults'] =
    en !== '' && instant === undefined ? { en: texts[language].noSuchInstant } : {}
  return {
    asOf: isPast ? instant : undefined,
    when: isPast ? { en } : {},
    form: { values: { en: shownLocally(en, timeZone) }, faults },
  }
}
