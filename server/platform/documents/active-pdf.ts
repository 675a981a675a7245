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
const maxBytes = 20 * 1024 * 1024
/** What one object counts at least, so that very many small ones are refused, too. */
const minBytes = 1_024

/** What happens by itself when a page is opened or closed. A comment may stand before its value. */
const pageEvents = /\/AA(?:[\s\0]*[<%]|[\s\0]+\d)/
/** A link is harmless where somebody must click on it, and tells who reads the file where it is opened by itself. */
const link = /\/URI\b/

/** Whether the file could do something when it is opened, or cannot be looked into. */
export function isActivePdf(bytes: Buffer): boolean {
  const names = plainNames(bytes)
  if (encrypted.test(names)) return true
  const hidden = hiddenObjects(bytes, names)
  const parts = [names, ...(hidden ?? [])]
  // guard: evidence-hidden-objects
  if (!hidden) return true
  const has = (pattern: RegExp) => parts.some((part) => pattern.test(part))
  // guard: evidence-active-pdf
  if (has(activeNames)) return true
  // guard: evidence-opened-link
  return has(link) && (has(pageEvents) || opensMoreThanPlaces(parts))
}

const opening = /\/OpenAction[\s\0]*/g
const reference = /^(\d{1,10})[\s\0]+\d{1,5}[\s\0]+R\b/

/**
 * Whether the file does something else than showing a place in it when it is opened. An object that it refers to is looked up only if
 * no link is compressed, because which compressed object has which number is for the program that reads the file to decide.
 */
function opensMoreThanPlaces([names = '', ...hidden]: readonly string[]): boolean {
  const places = hidden.some((part) => link.test(part)) ? undefined : placesIn(names)
  return [names, ...hidden].some((part) =>
    part.matchAll(opening).some(({ 0: name, index }) => {
      const value = part.slice(index + name.length, index + name.length + maxOfAction)
      const [, object] = reference.exec(value) ?? []
      // guard: evidence-opened-object
      return object ? places?.get(Number(object)) !== true : !isPlace(value)
    }),
  )
}

/** How much of an action is looked at. One that only shows a place is much shorter. */
const maxOfAction = 400
/** A dictionary without another one in it, and without a comment. */
const dictionary = /^<<([^<>%]*)>>/
const goesToPlace = /\/S[\s\0]*\/GoTo\b/
const kind = /\/S(?![A-Za-z])/g

/** Whether this is a destination, or an action that goes to one and does nothing afterwards. */
function isPlace(value: string): boolean {
  if (value.startsWith('[')) return true
  const [, action] = dictionary.exec(value) ?? []
  if (action === undefined || /\/(Next|URI)\b/.test(action)) return false
  return goesToPlace.test(action) && action.match(kind)?.length === 1
}

const object = /(\d{1,10})[\s\0]{1,16}\d{1,5}[\s\0]{1,16}obj\b/g
/** Not part of the pattern above, whose worst input is found at once only while it matches texts of a limited length. */
const spaces = /[\s\0]*/y

/** Whether each object that is not compressed is a place. Undefined if some object begins in a way that could hide its number. */
function placesIn(names: string): Map<number, boolean> | undefined {
  const places = new Map<number, boolean>()
  let found = 0
  for (const { 0: head, 1: number, index } of names.matchAll(object)) {
    spaces.lastIndex = index + head.length
    spaces.test(names)
    const begins = spaces.lastIndex
    const known = places.get(Number(number)) ?? true
    // Of several objects with one number, any could count.
    places.set(Number(number), known && isPlace(names.slice(begins, begins + maxOfAction)))
    found += 1
  }
  return found === [...names.matchAll(/(?<![A-Za-z])obj(?![A-Za-z])/g)].length ? places : undefined
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
/** Where compressed objects begin, which only their stream says with a number; outlines refer to an object by this name. */
const firstOfAll = /\/First\b/g
const firstOfOutline = /\/First[\s\0]+\d{1,10}[\s\0]+\d{1,5}[\s\0]+R\b/g
const content = /stream\r?\n/g

/** The objects that are compressed together; undefined if they are written so that nobody can tell. */
function hiddenObjects(bytes: Buffer, names: string): string[] | undefined {
  const text = bytes.toString('latin1')
  const found = [...text.matchAll(compressed)]
  // No program disguises this name.
  if (found.length !== [...names.matchAll(compressed)].length) return undefined
  // Some programs read compressed objects of a stream that does not call itself one.
  const untyped = countOf(names, firstOfAll) - countOf(names, firstOfOutline) - found.length
  // guard: evidence-untyped-objects
  if (untyped > 0) return undefined
  const parts: string[] = []
  let left = maxBytes
  let last = 0
  for (const { index } of found) {
    content.lastIndex = index
    // Each has content of its own.
    if (index < last || !content.test(text)) return undefined
    last = content.lastIndex
    const objects = inflated(bytes.subarray(last), left)
    left -= Math.max(objects?.length ?? 0, minBytes)
    if (objects === undefined || left <= 0) return undefined
    parts.push(plainNames(objects))
  }
  return parts
}

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

/** Undefined if it is compressed in another way, damaged, or longer than `most`. */
function inflated(bytes: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: zlib.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
