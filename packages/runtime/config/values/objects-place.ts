/** A place for named objects, as it was written. */
export type ObjectsPlace =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

const BUCKET = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])((?:\/[\w.-]{1,100}){0,10})\/?$/

/** Reads the path of a directory, or `s3://bucket/prefix`. Throws when it is neither. */
export function objectsPlace(text: string): ObjectsPlace {
  const [, bucket, path = ''] = BUCKET.exec(text) ?? []
  if (bucket !== undefined) return { kind: 's3', bucket, prefix: path === '' ? '' : `${path.slice(1)}/` }
  if (/\0|^[a-z\d]+:\/\//i.test(text)) throw new RangeError(text)
  return { kind: 'local', path: text }
}
