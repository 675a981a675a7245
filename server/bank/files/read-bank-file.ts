// Reads a bank file in the format that its beginning shows.
import { type BankStatement, UnreadableFile } from './bank-entry.ts'
import { readCamt053 } from './camt053.ts'
import { readBankCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'

export const bankFormats = ['camt.053', 'MT940', 'CSV'] as const
export type BankFormat = (typeof bankFormats)[number]

/** A month of a busy account has about a megabyte. In bytes. */
export const maxBankFile = 5 * 1024 * 1024

/** @throws UnreadableFile if it is too large or no statement in camt.053, MT940 or CSV. */
export function readBankFile(bytes: Buffer): { format: BankFormat; statements: BankStatement[] } {
  // guard: bank-file-size
  if (bytes.length > maxBankFile) throw new UnreadableFile('the file has more than 5 MB')
  const text = textOf(bytes)
  const start = text.trimStart().slice(0, 2_000)
  if (start.startsWith('<')) return { format: 'camt.053', statements: readCamt053(text) }
  if (/^(\{1:|:20:)/m.test(start)) return { format: 'MT940', statements: readMt940(text) }
  return { format: 'CSV', statements: readBankCsv(text) }
}

/** UTF-8, or the Latin letters that older programs of banks write. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
