import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentFiles } from '@ecmr/application'
import { leafHash, leafText, parseCheckpoint, parseNote, parseProof, verifyInclusion } from '@ecmr/evidence'
import t, { type Test } from 'tap'
import { certificates } from '../documents/certificates.js'
import { cmrFields, decaFields } from '../domain/facts.js'
import { buildTestApi, SITE_URL } from '../support/api.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { memoryEvidence } from '../support/memory-evidence.js'
import { seenPdf, withoutPdfTools } from '../support/pdf.js'
import { realFiles } from '../support/real-document-files.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { commandLine } from './ground.js'

/** Documents of all kinds, the last one sealed and the one before it of a template that is no more. */
async function installation(t: Test) {
  const dataDir = await emptyDirectory(t)
  const env = { DATA_DIR: dataDir, SITE_URL, SECRET_KEY }
  const { make, password } = certificates(t)
  const seal = { DOCUMENT_SEAL_FILE: make('seal'), DOCUMENT_SEAL_PASSWORD: password }
  const plain = await realFiles(t, env)
  let render = plain.render
  const sealHolder = 'Sello de García'
  const files: DocumentFiles = { ...plain, sealHolder, render: (...of) => render(...of) }
  const evidence = memoryEvidence(() => api.recorded)
  const api = await buildTestApi(t, () => ({ files, evidence }))
  const { haulier, rival } = api
  const issue = async (path: string, body: object) => {
    const { status, text } = await haulier.call('POST', path, body)
    if (status !== 201) throw new Error(text)
    return JSON.parse(text)
  }
  const of = (id: unknown) => `/api/ecmrs/${id}/documents`

  const note = await haulier.create(cmrFields)
  await issue(of(note.id), { language: 'de' })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'PO-1' })
  await issue(of(note.id), { reason: 'a clearer copy' })
  await issue(of(note.id), { reason: 'the address was published', new_url: true })
  const several = [await haulier.create(decaFields), await haulier.create(decaFields)]
  await issue('/api/documents', { ecmr_ids: several.map(({ id }) => id), language: 'fr' })
  render = async (...of) => ({ ...(await plain.render(...of)), template: 'cmr/0' })
  await issue(of((await haulier.create(cmrFields)).id), {})
  render = (await realFiles(t, { ...env, ...seal })).render
  const sealed = await issue(of((await haulier.create(cmrFields)).id), {})
  // Which waits until the history has come so far.
  for (const { id } of [note, ...several]) await haulier.call('GET', `/api/ecmrs/${id}/history`)
  await haulier.call('GET', `/api/ecmrs/${sealed.ecmr_ids[0]}/history`)
  const path = (sha256: string) => join(dataDir, 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  return { ...api, rival, sealed, path, ...commandLine({ ...env, DATABASE_URL: api.url }) }
}

t.test('every document that was issued is read, and rendered again', { skip: withoutPdfTools }, async (t) => {
  const { json, ecmr, env, refuses, pool, haulier, rival, sealed, path } = await installation(t)
  const pdf = seenPdf(t, await readFile(path(sealed.sha256)))
  const [entry = ''] = pdf.attached('events.jsonl').trim().split('\n').slice(-1)
  const { version, hash } = JSON.parse(entry)
  const checked = parseProof(pdf.attached('head.tlog-proof'))
  const { root, size } = parseCheckpoint(parseNote(checked.checkpoint).text)
  const leaf = leafHash(leafText(`ecmr-${sealed.ecmr_ids[0]}`, version - 1, hash))
  t.ok(verifyInclusion(leaf, checked.index, { size, root }, checked.hashes), 'a sealed one carries its proof')
  const whole = { ok: true, versions: 7, problems: [], more: 0 }
  t.match(await json('documents verify'), { ...whole, rendered: null })
  const said = await ecmr(`documents verify --company "${haulier.company.name}" --render`)
  t.same([said.code, said.stderr], [0, ''])
  t.match(
    said.stdout,
    /^All 7 issued versions are stored and unchanged \(\d\.\d MB\).*: 5 identical; .*: 1 of an older template, 0/,
  )
  t.match(await json(`documents verify --company ${rival.company.id} --render`), { ...whole, versions: 0 })
  await refuses(t, 'documents verify --company Nobody', /Company "Nobody" not found/)

  env.SECRET_KEY = `${SECRET_KEY}, and not the one before`
  await refuses(t, 'documents verify --render', /SECRET_KEY is not the one that it was made with/)
  env.SECRET_KEY = SECRET_KEY
  const elsewhere = await ecmr('documents verify --render --site-url https://other.example')
  t.match(elsewhere, { code: 1, stderr: /Found 5 problems/ })
  t.match(elsewhere.stdout, /^ECMR-[\dA-Z-]+, document [0-9a-f-]{36}, version 1 is different: .*--site-url$/m)

  const { document_id, sha256, bytes } = sealed
  await pool.query('delete from documents.links where document_id = $1', [document_id])
  const lost = {
    ok: false,
    problems: [{ problem: 'missing', document_id, version: 1, detail: /public address/ }],
  }
  t.match(JSON.parse((await ecmr('documents verify --render --json')).stdout), lost)
  for (const [harm, problem, detail] of [
    [() => writeFile(path(sha256), Buffer.alloc(bytes)), 'damaged', /the SHA-256 of its \d+ bytes is/],
    [() => rm(path(sha256)), 'missing', /its file is not in the storage/],
  ] as const) {
    await harm()
    const { code, stdout } = await ecmr('documents verify --json')
    t.equal(code, 1)
    t.match(JSON.parse(stdout), { ok: false, versions: 7, problems: [{ problem, sha256, detail }], more: 0 })
  }
})
