import type { Facts, Warning } from '@ecmr/evidence/verifier'

const WARNINGS: Readonly<Record<Warning, string>> = {
  log_key_from_bundle:
    'The log key comes from the bundle, so this proves nothing against the operator. Use --key with a key obtained elsewhere.',
  witness_key_from_bundle:
    'The witness keys come from the bundle. Use --witness with keys obtained from the witnesses.',
  no_witness: 'No witness has cosigned: others may have been shown a different history.',
  no_timestamp: 'No timestamp: the time of the checkpoint is as stated by the operator.',
  timestamp_signature_not_checked:
    'A timestamp covers the checkpoint. Use --tsa with the authority’s certificate to verify it.',
  signed_content_not_checked:
    'The content of a signature could not be recomputed: data was erased, or recorded unsealed by an earlier version. That it was recorded this way is proven.',
  values_erased: 'Some personal data was erased. Everything else is valid without it.',
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
    `Valid: note ${note.number} (${note.id}), version ${note.version}.`,
    `${events.count} events, recorded from ${events.first} to ${events.last}, and ${files} files: none was changed, removed, inserted or moved.`,
    `They are in the log ${checkpoint.origin} as it was with ${checkpoint.size} events at ${checkpoint.at}, root ${checkpoint.root}.`,
    ...keys.map((key) => `Key of the log, ${source(key)}: ${key.vkey}`),
    ...witnesses.map((witness) => `Witness at ${witness.at}, key ${source(witness)}: ${witness.vkey}`),
    ...(stamped_at === undefined ? [] : [`Stamped by the authority at ${stamped_at}.`]),
    ...warnings.map((warning) => `Note: ${WARNINGS[warning]}`),
    'Not proven: that the data entered is true, and that nothing was recorded after the last event above.',
  ].join('\n')
}
