// What is wrong with a file of payers, in the reader's language and with the places as a spreadsheet shows them.
import { catalogue } from '../../ui/language/language.ts'
import { faultText } from '../../ui/language/refusal.ts'
import type { Fault } from '../../ui/service/client.ts'

const texts = catalogue({
  fr: {
    file: 'Fichier',
    columns: {
      merchant_reference: 'Référence',
      payer_label: 'Nom',
      group: 'Classe ou groupe',
      total: 'Total',
      amount: 'Montant',
      minimum_part: 'Versement minimum',
      currency: 'Devise',
      description: 'Motif',
      due_on: 'Échéance',
      due_amount: 'Montant',
    },
    empty: 'Le fichier n’a aucune ligne.',
    workbook: 'C’est un classeur Excel ou une archive\u00a0: enregistrez la feuille au format CSV (UTF-8).',
    rows: 'Le fichier a plus de 5\u202f000\u00a0lignes.',
    unknown: (column: string) => `La colonne «\u00a0${column}\u00a0» est inconnue. Partez de l’exemple.`,
    twice: 'Deux colonnes ont le même sens. Partez de l’exemple.',
    unreadable: 'Le fichier est illisible\u00a0: partez de l’exemple.',
    order: 'Les échéances doivent se suivre dans le temps.',
    sum: 'Les échéances dépassent le total.',
    amount: 'Montant incorrect, trop petit ou trop précis pour la devise.',
    day: 'Date incorrecte, par exemple 15/01/2027.',
    slash: 'Sans barre oblique, dièse, pourcentage ni point d’interrogation.',
  },
  en: {
    file: 'File',
    columns: {
      merchant_reference: 'Reference',
      payer_label: 'Name',
      group: 'Class or group',
      total: 'Total',
      amount: 'Amount',
      minimum_part: 'Minimum payment',
      currency: 'Currency',
      description: 'Description',
      due_on: 'Due date',
      due_amount: 'Due amount',
    },
    empty: 'The file has no rows.',
    workbook: 'It’s an Excel workbook or an archive: save the sheet as CSV (UTF-8).',
    rows: 'The file has more than 5,000 rows.',
    unknown: (column: string) => `The column “${column}” is unknown. Start from the example.`,
    twice: 'Two columns mean the same. Start from the example.',
    unreadable: 'The file can’t be read: start from the example.',
    order: 'Due dates must be in order.',
    sum: 'The due amounts exceed the total.',
    amount: 'Wrong amount, or too small or too precise for its currency.',
    day: 'Wrong date; an example: 2027-01-15.',
    slash: 'Without / \\ ? # or %.',
  },
})

export type PlacedFault = { line: number; column: string; what: string }

/** The faults of rows; `line` as a spreadsheet counts, whose first line is the header. */
export function rowFaults(faults: readonly Fault[]): PlacedFault[] {
  return faults.flatMap(({ field, message }) => {
    const [rows, row, ...path] = field.split('.')
    if (rows !== 'rows' || row === undefined) return []
    return [{ line: Number(row) + 2, column: columnOf(path), what: rowFault(path.at(-1) ?? '', message) }]
  })
}

function columnOf([name = '', at, part]: readonly string[]): string {
  const names: Readonly<Record<string, string>> = texts().columns
  if (name !== 'schedule') return names[name] ?? name
  return `${names[part === 'due_on' ? 'due_on' : 'due_amount']} ${Number(at) + 1}`
}

function rowFault(field: string, message: string): string {
  const t = texts()
  if (/after the day before/.test(message)) return t.order
  if (/not exceed the total/.test(message)) return t.sum
  if (/a group has none of/.test(message)) return t.slash
  if (/Field required/.test(message)) return faultText({ field, message })
  if (field === 'due_on') return t.day
  if (/^(amount|total|minimum_part)$/.test(field)) return t.amount
  return faultText({ field, message })
}

/** Why the whole file was refused; undefined if it was not. */
export function fileFault(faults: readonly Fault[]): string | undefined {
  const t = texts()
  const message = faults.find(({ field }) => field === 'rows')?.message
  if (message === undefined) return undefined
  const [, column] = /^[^"]*has the column "([^"]*)", which/.exec(message) ?? []
  if (column !== undefined) return t.unknown(column)
  if (/has no rows/.test(message)) return t.empty
  if (/Excel workbook/.test(message)) return t.workbook
  if (/has more than/.test(message)) return t.rows
  return /has two columns/.test(message) ? t.twice : t.unreadable
}
