import type { Note } from '../state.js'
import { regimesOf } from './regimes.js'

/** Whether a carriage within Spain has no control document (BOE-A-2026-12784, first). */
export function lacksDocument({ fields, documents }: Pick<Note, 'fields' | 'documents'>): boolean {
  return regimesOf(fields).deca === 'yes' && !documents.some(({ kind }) => kind === 'deca')
}
