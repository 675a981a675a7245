// What is wrong with a row or with a whole file, in the reader's language: the service says it in English.
import { catalogue, formatNumber } from '../language/language.ts'
import { reason } from '../language/reasons.ts'
import { serviceMessage } from '../language/service-messages.ts'
import { nameOfField } from './field-names.ts'

const texts = catalogue({
  fr: {
    required: 'valeur obligatoire',
    slash: 'barre oblique ou caractère invisible',
    twice: (row: string) => `même valeur qu’à la ligne ${row}`,
    long: (most: string) => `plus de ${most} caractères`,
    noProfile: 'ce code ne correspond à aucune fiche enregistrée',
    beside: (column: string) => `donné en plus de la fiche (${column})\u00a0: laissez l’un des deux vide`,
    formula: 'commence comme une formule de tableur',
    oneOf: (values: string) => `valeurs admises\u00a0: ${values}`,
    characters: 'caractères non acceptés',
    amount: 'le montant doit être supérieur à 0, avec deux décimales au plus',
    number: 'nombre attendu',
    test: '1\u00a0USD au plus en mode test',
    ownNumber: (operator: string) => `le numéro appartient à ${operator}`,
    phone: 'numéro de téléphone incorrect',
    mobile: 'pas un numéro mobile d’un opérateur pris en charge',
    country: 'code de pays à deux lettres attendu, par exemple CD',
    date: 'date attendue, au format AAAA-MM-JJ',
    birth: 'pas une date de naissance',
    minor: 'l’expéditeur a moins de 18\u00a0ans',
    early: 'pièce pas encore délivrée',
    order: 'postérieure à la date d’expiration',
    expired: 'pièce expirée',
    address: 'indiquez l’adresse actuelle ou permanente du bénéficiaire',
    balance: 'solde insuffisant pour l’instant',
    blocked: 'numéro bloqué',
    limit: 'plafond dépassé',
    noWallet: 'aucun portefeuille à ce numéro',
    name: 'le nom ne correspond pas au titulaire du portefeuille',
    silent: 'l’opérateur ne répond pas',
    rate: 'aucun taux de change à jour',
    dearer: 'coûterait plus que le prix confirmé\u00a0: envoyez la ligne dans un nouveau lot',
    used: 'référence déjà utilisée pour un autre transfert',
    quote: 'devis incompatible, expiré ou déjà utilisé',
    other: 'valeur non acceptée',
    reason: 'motif de 3 à 500 caractères attendu',
    noPayment: 'paiement introuvable',
    several: 'plusieurs paiements ont cette référence\u00a0: donnez l’identifiant du paiement',
    together: 'avec les lignes précédentes, plus que ce qui reste du paiement',
    otherCurrency: (own: string, other: string) => `paiement en ${own}, alors que le lot est en ${other}`,
    refused: 'le remboursement a été refusé',
    tooLate: 'le paiement ne peut plus être remboursé',
    rejected: (why: string) => `rejeté\u00a0: ${why}`,
    file: (why: string) => `Fichier illisible\u00a0: ${why}.`,
    why: {
      empty: 'il n’a aucune ligne',
      workbook: 'c’est un classeur Excel ou une archive. Enregistrez la feuille au format CSV (UTF-8)',
      encoding: 'il n’est pas en UTF-8. Enregistrez la feuille au format CSV (UTF-8)',
      rows: (most: string) => `il a plus de ${formatNumber(Number(most))} lignes`,
      unknown: (column: string) => `la colonne «\u00a0${column}\u00a0» n’existe pas`,
      twice: (column: string) => `la colonne ${column} y est deux fois`,
      missing: (columns: string) => `il manque les colonnes ${columns}`,
      header: 'sa première ligne n’est pas celle des noms de colonnes',
      lengths: (line: string) => `la ligne ${line} n’a pas autant de colonnes que la première`,
      open: (line: string) => `à la ligne ${line}, des guillemets ne sont jamais fermés`,
      quote: (line: string) => `à la ligne ${line}, des guillemets se trouvent dans un texte. Doublez-les`,
      long: (line: string) => `la ligne ${line} est trop longue`,
      zero: 'il contient un caractère nul. Enregistrez de nouveau la feuille au format CSV (UTF-8)',
      other: 'vérifiez les guillemets et les séparateurs, ou partez du modèle',
    },
  },
  en: {
    required: 'value required',
    slash: 'has a slash or an invisible character',
    twice: (row: string) => `same value as in row ${row}`,
    long: (most: string) => `more than ${most} characters`,
    noProfile: 'no saved profile has this code',
    beside: (column: string) => `given beside the profile (${column}): leave one of the two empty`,
    formula: 'begins like a spreadsheet formula',
    oneOf: (values: string) => `allowed values: ${values}`,
    characters: 'characters that aren’t accepted',
    amount: 'must be more than 0, with at most two decimals',
    number: 'not a number',
    test: '1\u00a0USD maximum in test mode',
    ownNumber: (operator: string) => `the number belongs to ${operator}`,
    phone: 'invalid phone number',
    mobile: 'not a mobile number of a supported operator',
    country: 'two-letter country code expected, such as CD',
    date: 'date expected, as YYYY-MM-DD',
    birth: 'not a date of birth',
    minor: 'the sender is under 18',
    early: 'document not issued yet',
    order: 'later than the expiry date',
    expired: 'document expired',
    address: 'give the beneficiary’s current or permanent address',
    balance: 'not enough balance for now',
    blocked: 'number blocked',
    limit: 'above a limit',
    noWallet: 'no wallet with this number',
    name: 'the name doesn’t match the wallet’s owner',
    silent: 'the operator isn’t responding',
    rate: 'no current exchange rate',
    dearer: 'would cost more than was confirmed: upload the row in a new batch',
    used: 'reference already used for another transfer',
    quote: 'quote doesn’t fit, has expired or was used',
    other: 'value not accepted',
    reason: 'a reason of 3 to 500 characters is expected',
    noPayment: 'no such payment',
    several: 'several payments have this reference: give the identifier of the payment',
    together: 'with the rows before it, more than what is left of the payment',
    otherCurrency: (own: string, other: string) => `payment in ${own}, but the batch is in ${other}`,
    refused: 'the refund was refused',
    tooLate: 'the payment can no longer be refunded',
    rejected: (why: string) => `rejected: ${why}`,
    file: (why: string) => `The file can’t be read: ${why}.`,
    why: {
      empty: 'it has no rows',
      workbook: 'it’s an Excel workbook or an archive. Save the sheet as CSV (UTF-8)',
      encoding: 'it isn’t in UTF-8. Save the sheet as CSV (UTF-8)',
      rows: (most: string) => `it has more than ${formatNumber(Number(most))} rows`,
      unknown: (column: string) => `there’s no column “${column}”`,
      twice: (column: string) => `it has the column ${column} twice`,
      missing: (columns: string) => `it lacks the columns ${columns}`,
      header: 'its first line doesn’t hold the names of columns',
      lengths: (line: string) => `line ${line} hasn’t as many columns as the first`,
      open: (line: string) => `line ${line} has a quotation mark that is never closed`,
      quote: (line: string) => `line ${line} has a quotation mark inside a text. Write it twice`,
      long: (line: string) => `line ${line} is too long`,
      zero: 'it contains a null character. Save the sheet as CSV (UTF-8) again',
      other: 'check quotes and separators, or start from the template',
    },
  },
})

type Texts = ReturnType<typeof texts>
type Reading = readonly [form: RegExp, say: (t: Texts, ...parts: string[]) => string]

const rowReadings: readonly Reading[] = [
  [/^Field required$/, (t) => t.required],
  [/^Has a slash or a character that is not shown$/, (t) => t.slash],
  [/^Is the (?:reference|quote_id) of row (\d+), too$/, (t, row = '') => t.twice(row)],
  [/^Has more than (\d+) characters$/, (t, most = '') => t.long(most)],
  [/^Longer than (\d+) characters$/, (t, most = '') => t.long(most)],
  [/^Begins like a formula of a spreadsheet$/, (t) => t.formula],
  [/^No profile has this code$/, (t) => t.noProfile],
  [/^Is given beside (.*)$/, (t, column = '') => t.beside(nameOfField(column))],
  [/^Must be one of (.*)$/, (t, values = '') => t.oneOf(values)],
  [/^Needs 3 to 500 characters$/, (t) => t.reason],
  [/^Transaction not found$/, (t) => t.noPayment],
  [/^Several payments have this reference$/, (t) => t.several],
  [/^Exceeds what the rows before it leave of the payment$/, (t) => t.together],
  [/^Is in (\w+), and the batch is in (\w+)$/, (t, own = '', other = '') => t.otherCurrency(own, other)],
  [/^The refund was refused$/, (t) => t.refused],
  [/^The payment can no longer be refunded$/, (t) => t.tooLate],
  [/^Text has characters that cannot be stored$/, (t) => t.characters],
  [/^Must be more than 0, at most .*$/, (t) => t.amount],
  [/^Not a number$/, (t) => t.number],
  [/^More than 1 USD$/, (t) => t.test],
  [/^The number belongs to (.*)$/, (t, operator = '') => t.ownNumber(operator)],
  [/^Not a phone number$/, (t) => t.phone],
  [/^Not a mobile number of a supported operator$/, (t) => t.mobile],
  [/^Not a country \(ISO 3166-1 alpha-2\)$/, (t) => t.country],
  [/^Not a date \(YYYY-MM-DD\)$/, (t) => t.date],
  [/^Not a date of birth$/, (t) => t.birth],
  [/^The sender is under 18$/, (t) => t.minor],
  [/^Not issued yet$/, (t) => t.early],
  [/^After document_expiration_date$/, (t) => t.order],
  [/^The document has expired$/, (t) => t.expired],
  [/^Either this or receiver_permanent_address is required$/, (t) => t.address],
  [
    /^It would now cost more than was confirmed\. Upload the row again to confirm its new price$/,
    (t) => t.dearer,
  ],
]

const codes: Readonly<Record<string, keyof Texts>> = {
  'RMT-1002': 'amount',
  'RMT-1004': 'phone',
  'RMT-1006': 'date',
  'RMT-1007': 'used',
  'RMT-1030': 'quote',
  'RMT-1031': 'quote',
  'RMT-1032': 'quote',
  'RMT-2001': 'balance',
  'RMT-3001': 'blocked',
  'RMT-3002': 'limit',
  'RMT-4001': 'noWallet',
  'RMT-4006': 'name',
  'RMT-5001': 'silent',
  'RMT-5002': 'rate',
  'RMT-5003': 'rate',
  'RMT-9003': 'test',
}

/** What is wrong with one field of a row, or with the whole of it; or why its transfer failed. */
export function faultText({ code, message }: { code: string; message: string }): string {
  const t = texts()
  if (code === 'REJECTED') return t.rejected(message)
  const read = readingOf(rowReadings, message)
  if (read !== undefined) return read
  if (!code.startsWith('RMT-')) return reason('transferFailure', code)
  const known = codes[code]
  return ((known && t[known]) as string | undefined) ?? serviceMessage(message) ?? t.other
}

const fileReadings: readonly Reading[] = [
  [/^it has no rows$/, (t) => t.why.empty],
  [/^it is an Excel workbook or an archive; .*$/, (t) => t.why.workbook],
  [/^it is not in UTF-8; .*$/, (t) => t.why.encoding],
  [/^it has more than (\d+) rows$/, (t, most = '') => t.why.rows(most)],
  [
    /^its column (.*) is no field of a (?:transfer|refund)$/,
    (t, column = '') => t.why.unknown(column.replaceAll('"', '')),
  ],
  [/^it has the column (.*) twice$/, (t, column = '') => t.why.twice(column)],
  [/^its first line lacks the columns (.*)$/, (t, columns = '') => t.why.missing(columns)],
  [/^line (\d+) does not have as many columns as the first line$/, (t, line = '') => t.why.lengths(line)],
  [/^line (\d+) has a quotation mark that is never closed$/, (t, line = '') => t.why.open(line)],
  [/^line (\d+) has a quotation mark inside a text: write it twice$/, (t, line = '') => t.why.quote(line)],
  [/^line (\d+) is too long$/, (t, line = '') => t.why.long(line)],
  [/^it contains a character with the code 0; .*$/, (t) => t.why.zero],
  [/^its first line is too long to be the names of columns$/, (t) => t.why.header],
]

const filePrefix = 'The file cannot be read: '

/** Why a file was refused, by the service's message. */
export function fileFault(message: string): string {
  const t = texts()
  const why = message.startsWith(filePrefix) ? message.slice(filePrefix.length) : message
  return t.file(readingOf(fileReadings, why) ?? t.why.other)
}

function readingOf(readings: readonly Reading[], message: string): string | undefined {
  for (const [form, say] of readings) {
    const found = form.exec(message)
    if (found) return say(texts(), ...found.slice(1))
  }
  return undefined
}
