// Downloads a sanctions list and its companion files, checks their published hashes, and imports them.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DownloadFault, download } from '../../platform/network/download.ts'
import { ListFileFault } from './entry.ts'
import { type ImportNeeds, type ImportResult, type ImportWish, importList } from './import.ts'

export type FetchWish = Omit<ImportWish, 'path'> & {
  url: string
  /** Files that belong to the list, such as OFAC's aliases. */
  companions: readonly string[]
  hash: ExpectedHash
  maxBytes: number
  /** Whether servers on this machine may be used: in a sandbox. */
  allowLoopback: boolean
}

const totalMs = 15 * 60_000
const maxHashBytes = 16 * 1024 * 1024

/** @throws DownloadFault or ListFileFault, in which case nothing has changed. */
export async function fetchList(needs: ImportNeeds, wish: FetchWish): Promise<ImportResult> {
  const { url, companions, hash, maxBytes, allowLoopback, ...imported } = wish
  const folder = await mkdtemp(join(tmpdir(), 'likuta-list-'))
  try {
    const save = (address: string, path: string, maxBytes: number) =>
      download({ url: address, path, maxBytes, totalMs, allowLoopback })
    const published = typeof hash === 'object' && 'publishedAt' in hash ? hash.publishedAt : undefined
    const hashesPath = join(folder, 'published-hashes')
    if (published !== undefined) await save(published, hashesPath, maxHashBytes)
    for (const address of [url, ...companions]) {
      const path = join(folder, fileNameOf(address))
      await save(address, path, maxBytes)
      if (hash === 'unchecked') continue
      const wanted =
        'stated' in hash
          ? hash.stated
          : publishedHash(await readFile(hashesPath, 'utf8'), fileNameOf(address))
      // guard: published-hash
      if (!(await hashesTo(path, wanted)))
        throw new ListFileFault(
          `${fileNameOf(address)} does not have the published hash; nothing was imported`,
        )
    }
    return await importList(needs, { ...imported, path: join(folder, fileNameOf(url)) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The last part of the URL's path, which the import recognizes companion files by. */
function fileNameOf(address: string): string {
  const name = URL.canParse(address) ? new URL(address).pathname.split('/').at(-1)! : ''
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name))
    throw new DownloadFault(`${address} does not end with the name of a file`)
  return name
}

/** SHA-256, or SHA-1, which is all that OpenSanctions publishes. */
const hex = /^(?:[0-9a-f]{64}|[0-9a-f]{40})$/

/** Whether the text is a hash that `hashesTo` can compare. */
export const isHash = (text: string): boolean => hex.test(text.toLowerCase())

/** Where the hashes come from: stated by the admin, or published at a URL. */
type ExpectedHash = { stated: string } | { publishedAt: string } | 'unchecked'

/** The choice of an admin. @throws ListFileFault unless it is exactly one. */
export function expectedHash(chosen: {
  sha256?: string
  hashFrom?: string
  withoutHash?: boolean
}): ExpectedHash {
  const { sha256, hashFrom, withoutHash } = chosen
  // guard: fetch-needs-hash
  if ([sha256, hashFrom, withoutHash].filter(Boolean).length !== 1)
    throw new ListFileFault('give one of --sha256, --hash-from and --without-hash')
  if (sha256) return { stated: sha256 }
  return hashFrom ? { publishedAt: hashFrom } : 'unchecked'
}

/** The hash that a document states for a file name. @throws ListFileFault if it states none. */
export function publishedHash(document: string, fileName: string): string {
  const found = document.trimStart().startsWith('{')
    ? inIndex(document, fileName)
    : inLines(document, fileName)
  if (found === undefined || !isHash(found))
    throw new ListFileFault(`the published hashes have none for ${fileName}`)
  return found.toLowerCase()
}

function inIndex(document: string, fileName: string): string | undefined {
  let index: { resources?: { name?: unknown; checksum?: unknown }[] }
  try {
    index = JSON.parse(document)
  } catch {
    throw new ListFileFault('the published hashes are no valid JSON')
  }
  const resource = Array.isArray(index.resources) && index.resources.find((each) => each?.name === fileName)
  return resource && typeof resource.checksum === 'string' ? resource.checksum : undefined
}

/** A document that is nothing but a hash is about the one file that it is published with. */
function inLines(document: string, fileName: string): string | undefined {
  const lines = document
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 1 && isHash(lines[0]!)) return lines[0]
  const named = lines.map((line) => {
    const [hash = '', ...name] = line.split(' ')
    return { hash, name: name.join(' ').trim().replace('*', '').split('/').at(-1) }
  })
  return named.find(({ name }) => name === fileName)?.hash
}

/** Whether the content of a file has this hash. */
async function hashesTo(path: string, wanted: string): Promise<boolean> {
  const hash = createHash(wanted.length === 40 ? 'sha1' : 'sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === wanted.toLowerCase()
}
