// Unpacks a ZIP of bank files in memory. What is unpacked is bounded before and while it is done, whatever the archive says of itself.
import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './bank-entry.ts'

export const maxZipFiles = 100
/** In bytes, of all files together. */
export const maxUnpacked = 20 * 1024 * 1024
/** Statements shrink to a tenth, repetitive ones to a fiftieth. */
const maxRatio = 200

const signature = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const
const endLength = 22
const directoryLength = 46
const fileLength = 30
const maxComment = 65_535

export type UnpackedFile = { name: string; bytes: Buffer }

export const isZip = (bytes: Buffer): boolean =>
  bytes.length > 3 && [signature.file, signature.end].includes(bytes.readUInt32LE(0) as never)

/** @throws UnreadableFile if it is no archive, encrypted, nested, or too large. */
export function unpackZip(bytes: Buffer, limits: { each: number }): UnpackedFile[] {
  try {
    return unpacked(bytes, limits)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('the archive is damaged')
  }
}

function unpacked(bytes: Buffer, { each }: { each: number }): UnpackedFile[] {
  const entries = directoryOf(bytes).filter(({ name }) => !isOfSystem(name))
  // guard: zip-files
  if (entries.length > maxZipFiles) throw new UnreadableFile(`the archive has more than ${maxZipFiles} files`)
  if (entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype'))
    throw new UnreadableFile(
      'the file is a spreadsheet or document (XLSX, ODS or DOCX), and no statement: save the sheet as CSV, or ask the bank for camt.053 or MT940',
    )
  let left = maxUnpacked
  return entries.map((entry) => {
    const file = { name: entry.name, bytes: contentOf(bytes, entry, Math.min(left, each)) }
    left -= file.bytes.length
    // guard: zip-nested
    if (isZip(file.bytes)) throw new UnreadableFile(`the archive contains another one: ${nameOf(entry)}`)
    return file
  })
}

type Entry = { name: string; flags: number; method: number; packed: number; at: number }

const nameOf = ({ name }: Entry) => JSON.stringify(name.slice(-60))

/** Folders, and what operating systems add. */
const isOfSystem = (name: string) => name.endsWith('/') || /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/.test(name)

function directoryOf(bytes: Buffer): Entry[] {
  const from = Math.max(0, bytes.length - endLength - maxComment)
  let end = bytes.length - endLength
  while (end >= from && bytes.readUInt32LE(end) !== signature.end) end -= 1
  if (end < from) throw new UnreadableFile('the archive is damaged')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (bytes.readUInt32LE(at) !== signature.directory) throw new UnreadableFile('the archive is damaged')
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + directoryLength, at + directoryLength + nameLength),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += directoryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

const stored = 0
const deflated = 8

function contentOf(bytes: Buffer, entry: Entry, max: number): Buffer {
  const { flags, method, packed, at } = entry
  if (flags % 2 === 1) throw new UnreadableFile(`${nameOf(entry)} in the archive is encrypted`)
  if (bytes.readUInt32LE(at) !== signature.file) throw new UnreadableFile('the archive is damaged')
  const from = at + fileLength + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(from, from + packed)
  if (content.length !== packed || (method !== stored && method !== deflated))
    throw new UnreadableFile(`${nameOf(entry)} in the archive cannot be unpacked`)
  const tooLarge = new UnreadableFile(`${nameOf(entry)} in the archive is too large`)
  // guard: zip-size
  const maxOutputLength = Math.max(1, Math.min(max, packed * maxRatio))
  if (method === stored) {
    if (content.length > maxOutputLength) throw tooLarge
    return content
  }
  try {
    return inflateRawSync(content, { maxOutputLength })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge
    throw error
  }
}
