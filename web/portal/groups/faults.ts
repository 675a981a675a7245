// What is wrong with a file of payers, in the reader's language and with the places as a spreadsheet shows them.
import { formatMoney } from '../../ui/display/amount.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { faultText } from '../../ui/language/refusal.ts'
import type { Fault } from '../../ui/service/client.ts'

const texts = catalogue({
  fr: {
    file: 'Fichier',
    columns: {
      merchant_reference: 'Référence (matricule)',
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
    encoding: 'Les accents du fichier sont illisibles. Dans Excel\u00a0: Enregistrer sous, CSV UTF-8.',
    lengths: (line: string) => `La ligne ${line} n’a pas autant de colonnes que la première.`,
    open: (line: string) => `La ligne ${line} a un guillemet qui n’est jamais fermé.`,
    quote: (line: string) => `La ligne ${line} a un guillemet à l’intérieur d’un texte\u00a0: doublez-le.`,
    long: (line: string) => `La ligne ${line} est trop longue.`,
    again: (line: number) => `Même référence qu’à la ligne ${line}.`,
    order: 'Les échéances doivent se suivre dans le temps.',
    sum: 'Les échéances dépassent le total.',
    amount: 'Montant incorrect, par exemple 90,00.',
    noNumber: 'Écrivez le montant en chiffres, par exemple 90,00.',
    withCurrency: 'Écrivez le montant sans sa devise, qui a sa propre colonne.',
    negative: 'Le montant ne peut pas être négatif.',
    thousands: 'Milliers ou décimales\u202f? Écrivez 1000 ou 1000,00, sans séparateur.',
    decimals: 'Deux décimales au plus, et aucune pour les francs.',
    small: (currency: string, min: string) => `Le montant minimal est de ${formatMoney(min, currency)}.`,
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
    encoding: 'The accents of the file can’t be read. In Excel: Save as, CSV UTF-8.',
    lengths: (line: string) => `Line ${line} hasn’t as many columns as the first.`,
    open: (line: string) => `Line ${line} has a quotation mark that is never closed.`,
    quote: (line: string) => `Line ${line} has a quotation mark inside a text: write it twice.`,
    long: (line: string) => `Line ${line} is too long.`,
    again: (line: number) => `Same reference as line ${line}.`,
    order: 'Due dates must be in order.',
    sum: 'The due amounts exceed the total.',
    amount: 'Wrong amount; an example: 90.00.',
    noNumber: 'Write the amount in digits, for example 90.00.',
    withCurrency: 'Write the amount without its currency, which has its own column.',
    negative: 'The amount can’t be negative.',
    thousands: 'Thousands or decimals? Write 1000 or 1000.00, without a separator.',
    decimals: 'At most two decimals, and none for francs.',
    small: (currency: string, min: string) => `The minimum is ${formatMoney(min, currency)}.`,
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
  const [, row] = /is the reference of row (\d+), too/.exec(message) ?? []
  if (row !== undefined) return t.again(Number(row) + 1)
  if (/^(amount|total|minimum|maximum|minimum_part)$/.test(field)) return amountFault(message)
  return faultText({ field, message })
}

function amountFault(message: string): string {
  const t = texts()
  const [, currency, min] = /Minimum amount for (\w+) is ([\d.]+)/.exec(message) ?? []
  if (currency && min) return t.small(currency, min)
  const known: readonly (readonly [RegExp, string])[] = [
    [/is no number/, t.noNumber],
    [/without its currency/, t.withCurrency],
    [/is negative/, t.negative],
    [/thousands or decimals/, t.thousands],
    [/decimals/, t.decimals],
  ]
  return known.find(([form]) => form.test(message))?.[1] ?? t.amount
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
  if (/not in UTF-8/.test(message)) return t.encoding
  const [, line = ''] = /line (\d+)/.exec(message) ?? []
  if (/never closed/.test(message)) return t.open(line)
  if (/inside a text/.test(message)) return t.quote(line)
  if (/as many columns/.test(message)) return t.lengths(line)
  if (/is too long/.test(message)) return t.long(line)
  if (/has more than/.test(message)) return t.rows
  return /has two columns/.test(message) ? t.twice : t.unreadable
}
