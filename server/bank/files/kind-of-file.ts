// Says what a file is that contains no statement, and what to ask the bank for.
import { NoStatement } from './bank-entry.ts'

/** Beginnings of files, and what they are. */
const signatures: readonly [start: string, kind: string][] = [
  ['%PDF', 'a PDF'],
  ['\x1f\x8b', 'compressed with gzip'],
  ['7z\xbc\xaf', 'an archive (7z)'],
  ['Rar!', 'an archive (RAR)'],
  ['\xd0\xcf\x11\xe0', 'a document of an old Office program (XLS or DOC)'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['{\\rtf', 'a text document (RTF)'],
]
const tarMark = 257

/** @throws NoStatement if the bytes are of a kind that no bank sends statements in. */
export function refuseOtherKinds(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 8)
  if (bytes.toString('latin1', tarMark, tarMark + 5) === 'ustar') throw refused('an archive (tar)')
  const [, kind] = signatures.find(([signature]) => start.startsWith(signature)) ?? []
  if (kind) throw refused(kind)
}

const refused = (kind: string) =>
  new NoStatement(`the file is ${kind}, and no statement: ask the bank for camt.053, MT940 or CSV`)

/** Messages of ISO 20022 that people take for statements. */
const messages: Readonly<Record<string, string>> = {
  'pain.001': 'a payment order',
  'pain.002': 'a report on payment orders',
  'pain.008': 'a direct debit order',
  'camt.029': 'a reply to an investigation',
  'camt.056': 'a request to cancel a payment',
  'camt.060': 'a request for a statement',
  'camt.086': 'a statement of bank fees',
}

const messageInXml = /\b((?:pain|pacs|camt|acmt|admi|head)\.\d{3})\.\d{3}\.\d\d/
/** Their elements, for files that do not name their schema. */
const elements: readonly [element: RegExp, message: string][] = [
  [/<(?:\w+:)?CstmrPmtStsRpt\b/, 'pain.002'],
  [/<(?:\w+:)?CstmrCdtTrfInitn\b/, 'pain.001'],
  [/<(?:\w+:)?CstmrDrctDbtInitn\b/, 'pain.008'],
]

const textKinds: readonly [pattern: RegExp, kind: string][] = [
  [/^<(!doctype\s+html|html|head|body|table)\b/i, 'a web page, perhaps the sign-in page of the bank'],
  [/^(OFXHEADER|<\?OFX|<OFX>)/i, 'OFX'],
  [/^!(Type|Account):/i, 'QIF'],
  [/^01,[^,\n]*,[^,\n]*,\d{6},/, 'BAI2'],
  [/^01\d{5}.{113}/, 'CFONB 120'],
  [/^[[{]\s*["{[\]}]/, 'JSON'],
  [/^(?:\{1:[^{}]*\})?\{2:[IO]9(?:00|10)/m, 'a confirmation of one payment (MT900 or MT910)'],
  [/^(?:\{1:[^{}]*\})?\{2:[IO]1\d\d/m, 'a payment order (MT1xx)'],
]

/** @param start of the text. @throws NoStatement if the text is of another format. */
export function refuseOtherTexts(start: string): void {
  if (start === '') throw new NoStatement('the file is empty, and no statement')
  const [, kind] = textKinds.find(([pattern]) => pattern.test(start)) ?? []
  if (kind) throw refused(kind)
  if (!start.startsWith('<') && start.includes('\0')) throw refused('no text')
}

/** @throws NoStatement that names the message of an XML file. */
export function refuseOtherXml(start: string): never {
  const named = messageInXml.exec(start)?.[1] ?? elements.find(([element]) => element.test(start))?.[1]
  const what = named && !/^camt\.05[234]$/.test(named) ? messages[named] : undefined
  if (named && what) throw refused(`${named}, ${what}`)
  if (named && !/^(camt\.05[234]|head\.001)$/.test(named)) throw refused(named)
  throw new NoStatement('the file has no statement of camt.053: ask the bank for camt.053, MT940 or CSV')
}
