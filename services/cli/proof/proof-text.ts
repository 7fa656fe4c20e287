import type { Facts, Warning } from '@ecmr/evidence/verifier'

const WARNINGS: Readonly<Record<Warning, string>> = {
  log_key_from_bundle:
    'The key of the log comes from the bundle, so against its operator this proves nothing yet: give the key that you got elsewhere with --key.',
  witness_key_from_bundle:
    'Keys of witnesses come from the bundle: give those that you got from the witnesses with --witness.',
  no_witness: 'No witness cosigned: others may have been shown another history.',
  no_timestamp: 'No timestamp: the instant of the checkpoint is what the operator stated.',
  timestamp_signature_not_checked:
    'A timestamp covers the checkpoint; give the certificate of its authority with --tsa to have it verified.',
  signed_content_not_checked:
    'What a signature covers could not be recomputed: values were erased before it, or recorded by a version that left them in clear. That it was recorded so is proven.',
  values_erased: 'Some personal values were erased. Everything else holds without them.',
}

/** What a bundle proves. */
export interface Proven extends Facts {
  /** when a timestamp authority saw the checkpoint, if its signature was verified */
  readonly stamped_at?: string
}

/** What a bundle proves, in sentences, and what it does not. */
export function proofText({
  note,
  events,
  files,
  checkpoint,
  keys,
  witnesses,
  warnings,
  stamped_at,
}: Proven): string {
  const source = ({ given }: { readonly given: boolean }) => (given ? 'given by you' : 'from the bundle')
  return [
    `It holds: note ${note.number} (${note.id}), version ${note.version}.`,
    `${events.count} events, recorded from ${events.first} to ${events.last}, and ${files} files: none was changed, removed, inserted or moved.`,
    `They are in the log ${checkpoint.origin} as it was with ${checkpoint.size} events at ${checkpoint.at}, root ${checkpoint.root}.`,
    ...keys.map((key) => `Key of the log, ${source(key)}: ${key.vkey}`),
    ...witnesses.map((witness) => `Witness at ${witness.at}, key ${source(witness)}: ${witness.vkey}`),
    ...(stamped_at === undefined ? [] : [`Stamped by the authority at ${stamped_at}.`]),
    ...warnings.map((warning) => `Mind: ${WARNINGS[warning]}`),
    'Not proven: that what people entered is true, and that nothing was recorded after the last event above.',
  ].join('\n')
}
