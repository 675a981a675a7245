// A file of links as a school's office writes it: columns named in French or English, days as they are written there, and nothing that goes
// without saying.
import {
  formatMoney,
  type LocalCurrency,
  localCurrencies,
  type Money,
  money,
  parseWrittenMoney,
} from '../../../kernel/money.ts'
import { spreadsheetDay } from '../../../platform/documents/spreadsheet.ts'
import { numberText, readJson } from '../../../platform/http/body/json.ts'
import { minAmounts } from '../../transaction/amount.ts'

/** The names of columns, without accents and capitals, as files have them. */
const columnNames: Readonly<Record<string, readonly string[]>> = {
  merchant_reference: ['reference', 'ref', 'matricule', 'numero', 'number'],
  payer_label: [
    'nom',
    'name',
    'nom_complet',
    'full_name',
    'eleve',
    'pupil',
    'student',
    'etudiant',
    'client',
    'customer',
  ],
  group: ['groupe', 'classe', 'class', 'liste', 'list'],
  total: ['montant', 'montant_total', 'total_amount', 'total_a_payer'],
  minimum_part: ['versement_minimum', 'minimum_payment'],
  currency: ['devise'],
  description: ['motif', 'libelle', 'objet'],
}
const fieldByName = new Map(
  Object.entries(columnNames).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
)
const dueNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:echeance|date_echeance|due_date|due)_?(\d*)$/, 'due_on'],
  [/^(?:montant_echeance|due_amount)_?(\d*)$/, 'due_amount'],
  // Without a number, an amount is the total.
  [/^(?:montant|amount)_?(\d+)$/, 'due_amount'],
]

/** The field of a link that a column is about; a name that says none is left as it is. */
export function fieldOfColumn(column: string): string {
  const name = column
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  for (const [pattern, field] of dueNames) {
    const [known, number] = pattern.exec(name) ?? []
    if (known) return `${field}_${number || 1}`
  }
  return fieldByName.get(name) ?? name
}

/** What the rows of a file have in common, for those that do not say otherwise. */
export type CommonValues = { group?: string | undefined; currency: LocalCurrency }

/** The body of a row with what goes without saying: it is paid in parts, of any amount, and what is due is divided evenly. */
export function completed(
  body: Readonly<Record<string, unknown>>,
  common: CommonValues,
): Record<string, unknown> {
  const currency = body.currency ?? common.currency
  const known = localCurrencies.find((name) => name === currency)
  const schedule = scheduleOf(body, known)
  return {
    kind: 'parts',
    ...(common.group && { group: common.group }),
    ...((body.kind ?? 'parts') === 'parts' && known && { minimum_part: numberOf(minAmounts[known]) }),
    currency,
    ...body,
    ...(schedule && { schedule }),
  }
}

type WrittenDue = { due_on?: unknown; amount?: unknown }

function scheduleOf(
  { schedule, total }: Readonly<Record<string, unknown>>,
  currency: LocalCurrency | undefined,
) {
  if (!Array.isArray(schedule)) return undefined
  const dues = (schedule as WrittenDue[]).map((due) => ({
    ...due,
    due_on: spreadsheetDay(String(due.due_on)),
  }))
  const whole = currency && parseWrittenMoney(numberText(total) ?? '', currency)
  if (!whole || dues.some(({ amount }) => amount !== undefined)) return dues
  const parts = evenParts(whole, dues.length)
  return dues.map((due, at) => ({ ...due, amount: numberOf(parts[at]!) }))
}

/** Equal parts without cents, of which the last is what remains. */
function evenParts({ minor, currency }: Money<LocalCurrency>, count: number): Money<LocalCurrency>[] {
  const each = (minor / BigInt(count) / 100n) * 100n
  const last = minor - each * BigInt(count - 1)
  return Array.from({ length: count }, (_, at) => money(at < count - 1 ? each : last, currency))
}

/** The amount as a number, as the body of a link has it. */
export function numberOf(amount: Money<LocalCurrency>): unknown {
  const read = readJson(Buffer.from(formatMoney(amount)))
  return read.kind === 'value' ? read.value : undefined
}
