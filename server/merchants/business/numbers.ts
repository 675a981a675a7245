// The numbers by which authorities of DR Congo know a business: their forms, and how people write them.
import { refused, text } from '../../platform/http/body/body.ts'

type Form = { pattern: RegExp; normal: (typed: string) => string; message: string }

/** Spaces of every kind are left out, every dash is a hyphen, and letters are capitals. */
const plain = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\u200b-\u200d]/gu, '')
    .replace(/\p{Pd}/gu, '-')
/** Courts are written with an apostrophe now and then, as in `L'SHI`. */
const withoutApostrophes = (typed: string) => plain(typed).replace(/['’ʼ]/gu, '')

const forms = {
  /** Trade register: court, year, kind (A: natural person, B: company, C: economic interest group, D: branch) and number. */
  rccm: {
    pattern: /^CD\/(?:TRICOM\/)?[A-Z]{2,5}\/RCCM\/\d{2}-[A-D]-\d{1,6}$/,
    normal: withoutApostrophes,
    message: 'an RCCM number looks like CD/KIN/RCCM/14-B-01234',
  },
  /** National identification (Id. Nat.): province, branch of business and number with a letter at either end. */
  national_id: {
    pattern: /^\d{1,2}-[A-Z]?\d{1,4}-[A-Z]\d{4,6}[A-Z]$/,
    normal: plain,
    message: 'a national identification number looks like 01-83-N12345A',
  },
  /** Tax number (numéro impôt, NIF). */
  tax_number: {
    pattern: /^[A-Z]\d{7}[A-Z]$/,
    normal: (typed) => plain(typed).replace(/[-.]/g, ''),
    message: 'a tax number looks like A1234567B',
  },
} as const satisfies Record<string, Form>

export type BusinessNumber = keyof typeof forms

/** A field with such a number, in its usual form. The refusal shows the form by an example. */
export function businessNumberText(number: BusinessNumber) {
  const { pattern, normal, message } = forms[number]
  // guard: business-number-form
  return text({ min: 1, max: 60 })
    .overwrite(normal)
    .refine((value) => pattern.test(value), refused('value_error', `Value error, ${message}`))
}

/** Which kind of registration an RCCM number is of: that of a natural person, or of a company or another body. */
export function kindOfRegistration(rccm: string): 'person' | 'body' {
  return rccm.includes('-A-') ? 'person' : 'body'
}
