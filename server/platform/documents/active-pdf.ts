// Finds what a PDF could do when it is opened. It is read without its structure, which a file can disguise: names are searched
// everywhere, and whatever objects are compressed are searched, too.
import { inflateSync, constants as zlib } from 'node:zlib'

/**
 * Actions that run, send or open something, and parts that contain another file or program. A script always names its kind, so the
 * short names beside it are not searched: three letters also occur by chance in the pictures of a scanned page.
 */
const activeNames =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoTo[RE]|Rendition|Movie)\b/

/** Nobody can look into an encrypted file. */
const encrypted = /\/Encrypt\b/

/** How much of all compressed objects together is looked at; a file that needs more is refused. */
const mostBytes = 20 * 1024 * 1024
/** What one object counts at least, so that very many small ones are refused, too. */
const leastBytes = 1_024

/** Whether the file could do something when it is opened, or cannot be looked into. */
export function isActivePdf(bytes: Buffer): boolean {
  const names = plainNames(bytes)
  // guard: evidence-active-pdf
  if (activeNames.test(names) || encrypted.test(names)) return true
  // guard: evidence-hidden-objects
  return hidesActive(bytes, names)
}

const hash = '#'.charCodeAt(0)

/** Names may be written with #xx for any of their characters. Works byte by byte: a file may consist of nothing else. */
function plainNames(bytes: Buffer): string {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const high = bytes[at] === hash ? digitOf(bytes[at + 1]) : -1
    const low = high < 0 ? -1 : digitOf(bytes[at + 2])
    plain[length] = low < 0 ? (bytes[at] as number) : high * 16 + low
    length += 1
    if (low >= 0) at += 2
  }
  return plain.toString('latin1', 0, length)
}

/** The value of a hexadecimal digit; -1 for any other character. */
function digitOf(code = 0): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

const compressed = /\/ObjStm\b/g
const content = /stream\r?\n/g

/** Whether objects that are compressed together are active, or written so that nobody can tell. */
function hidesActive(bytes: Buffer, names: string): boolean {
  const text = bytes.toString('latin1')
  const found = [...text.matchAll(compressed)]
  // No program disguises this name.
  if (found.length !== [...names.matchAll(compressed)].length) return true
  let left = mostBytes
  let last = 0
  return found.some(({ index }) => {
    content.lastIndex = index
    // Each has content of its own.
    if (index < last || !content.test(text)) return true
    last = content.lastIndex
    const objects = inflated(bytes.subarray(last), left)
    left -= Math.max(objects?.length ?? 0, leastBytes)
    return objects === undefined || left <= 0 || activeNames.test(plainNames(objects))
  })
}

/** Undefined if it is compressed in another way, damaged, or longer than `most`. */
function inflated(bytes: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: zlib.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
