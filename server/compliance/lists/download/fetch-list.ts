// Downloads a sanctions list and its companion files, checks their published hashes, and imports them.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DownloadFault, download } from '../../../platform/network/download.ts'
import { ListFileFault } from '../formats/list-fault.ts'
import { type ImportNeeds, type ImportResult, type ImportWish, importList } from '../import.ts'
import { type ExpectedHash, hashesTo, publishedHash } from './published-hash.ts'

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
    const save = (address: string, path: string, most: number) =>
      download({ url: address, path, maxBytes: most, totalMs, allowLoopback })
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
