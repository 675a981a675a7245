// Reads the hashes that a publisher states for its files: OpenSanctions' index.json, or lines as `sha256sum` writes them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ListFileFault } from '../formats/list-fault.ts'

/** SHA-256, or SHA-1, which is all that OpenSanctions publishes. */
const hex = /^(?:[0-9a-f]{64}|[0-9a-f]{40})$/

/** Whether the text is a hash that `hashesTo` can compare. */
export const isHash = (text: string): boolean => hex.test(text.toLowerCase())

/** Where the hashes come from: stated by the admin, or published at a URL. */
export type ExpectedHash = { stated: string } | { publishedAt: string } | 'unchecked'

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
export async function hashesTo(path: string, wanted: string): Promise<boolean> {
  const hash = createHash(wanted.length === 40 ? 'sha1' : 'sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === wanted.toLowerCase()
}
