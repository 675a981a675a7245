// Why a bank file was refused, in French: the service names the place and the reason in English.
import { language } from '../../ui/language/language.ts'
import { RequestError } from '../../ui/service/client.ts'

const prefix = 'This bank file cannot be read: '
const placeForm =
  /^(?:(?:statement (?:\d+|"[^"]*")|entry [\w./]+|line \d+|row \d+ below the header|balance|charges)(?:, |: | ))+/

const places: readonly [RegExp, string][] = [
  [/\bstatement (?=[\d"])/g, 'relevé '],
  [/\bentry (?=\w)/g, 'écriture '],
  [/\bline (?=\d)/g, 'ligne '],
  [/\brow (\d+) below the header/g, 'ligne $1 sous l’en-tête'],
  [/\bbalance\b/g, 'solde'],
  [/\bcharges\b/g, 'frais'],
]

const ask = 'demandez à la banque un relevé camt.053, MT940 ou CSV'

/** What a file is that is no statement. */
const kinds: Readonly<Record<string, string>> = {
  'a PDF': 'un PDF',
  'compressed with gzip': 'compressé avec gzip',
  'an archive (7z)': 'une archive 7z',
  'an archive (RAR)': 'une archive RAR',
  'an archive (tar)': 'une archive tar',
  'a document of an old Office program (XLS or DOC)': 'un ancien document Office (XLS ou DOC)',
  'a picture': 'une image',
  'a text document (RTF)': 'un document RTF',
  'a web page, perhaps the sign-in page of the bank':
    'une page web, peut-être la page de connexion de la banque',
  'a confirmation of one payment (MT900 or MT910)': 'l’avis d’un seul paiement (MT900 ou MT910)',
  'a payment order (MT1xx)': 'un ordre de paiement (MT1xx)',
  'pain.001, a payment order': 'un ordre de paiement (pain.001)',
  'pain.002, a report on payment orders': 'un compte rendu d’ordres de paiement (pain.002)',
  'pain.008, a direct debit order': 'un ordre de prélèvement (pain.008)',
  'camt.029, a reply to an investigation': 'une réponse à une demande (camt.029)',
  'camt.056, a request to cancel a payment': 'une demande d’annulation (camt.056)',
  'camt.060, a request for a statement': 'une demande de relevé (camt.060)',
  'camt.086, a statement of bank fees': 'un relevé de frais bancaires (camt.086)',
  'no text': 'illisible comme texte',
}

type French = string | ((...parts: string[]) => string)

const reasons: readonly [RegExp, French][] = [
  [/^the file has more than 5 MB$/, 'il dépasse 5\u202fMo'],
  [
    /^the file has more than 10,000 entries: export a shorter period$/,
    'il a plus de 10\u202f000 écritures\u00a0: exportez une période plus courte',
  ],
  [
    /^the file is too complex: export a shorter period$/,
    'il est trop complexe\u00a0: exportez une période plus courte',
  ],
  [
    /^the file takes too long to read: export a shorter period$/,
    'sa lecture prend trop de temps\u00a0: exportez une période plus courte',
  ],
  [/^the file has a document type definition$/, 'il contient une définition de type de document'],
  [/^not well-formed XML: .*$/, 'le XML est mal formé\u00a0: téléchargez-le de nouveau'],
  [
    /^the file is (.*), and no statement: ask the bank for camt.053, MT940 or CSV$/,
    (kind = '') => `c’est ${kinds[kind] ?? kind}, pas un relevé\u00a0: ${ask}`,
  ],
  [/^the file is empty, and no statement$/, 'il est vide'],
  [
    /^the file is a spreadsheet or document .*$/,
    'c’est un classeur ou un document (XLSX, ODS ou DOCX), pas un relevé\u00a0: enregistrez la feuille en CSV, ou demandez à la banque un relevé camt.053 ou MT940',
  ],
  [
    /^the file has no statement of (?:camt.053: ask the bank.*|MT940)$/,
    `il ne contient aucun relevé\u00a0: ${ask}`,
  ],
  [/^does not have as many columns as the first line$/, 'n’a pas autant de colonnes que la première'],
  [/^has a quotation mark that is never closed$/, 'a des guillemets qui ne sont jamais fermés'],
  [
    /^has a quotation mark inside a text: write it twice$/,
    'a des guillemets dans un texte\u00a0: doublez-les',
  ],
  [/^the file has no lines$/, 'il ne contient aucune ligne'],
  [/^the archive has no statement$/, 'l’archive ne contient aucun relevé'],
  [/^the archive has more than (\d+) files$/, 'l’archive contient plus de $1 fichiers'],
  [/^the archive is damaged$/, 'l’archive est endommagée'],
  [/^the archive contains another one: (.*)$/, 'l’archive en contient une autre\u00a0: $1'],
  [/^(".*") in the archive is encrypted$/, '$1 est chiffré'],
  [/^(".*") in the archive cannot be unpacked$/, '$1 ne peut pas être décompressé'],
  [/^(".*") in the archive is too large$/, '$1 est trop volumineux'],
  [
    /^the CSV has no column ([^:]*): name the columns .*$/,
    'il manque les colonnes $1\u00a0: nommez-les ainsi, ou indiquez les colonnes de la banque pour ce compte',
  ],
  [/^the CSV has no column (.*)$/, 'il manque les colonnes $1'],
  [/^the file has more than (\d+) lines$/, 'il a plus de $1 lignes'],
  [/^the day (\S+) has not ended$/, 'la journée du $1 n’est pas terminée'],
  [/^the reference (".*") comes twice$/, 'la référence $1 y figure deux fois'],
  [/^(".*") is not a currency of ours$/, 'la devise $1 n’est pas prise en charge'],
  [/^gross less fee is not net$/, 'le brut moins les frais ne donne pas le net'],
  [
    /^the columns fit the mappings of several accounts, .*$/,
    'ses colonnes conviennent à plusieurs comptes, et le fichier n’en nomme aucun\u00a0: indiquez la colonne du compte',
  ],
  [
    /^the file contains (statement .*) twice$/,
    (name = '') =>
      `il contient deux fois le ${name.replace('statement', 'relevé')}, ou il en manque une page`,
  ],
  [
    /^its entries do not lead from its opening to its closing balance$/,
    'les écritures ne mènent pas du solde initial au solde final\u00a0: il en manque une partie',
  ],
  [/^has no opening balance$/, 'le solde initial manque'],
  [/^its closing balance is in another currency$/, 'le solde final est dans une autre devise'],
  [/^has no closing balance$/, 'le solde final manque'],
  [/^has no Id$/, 'l’identifiant (Id) manque'],
  [/^it does not say whether it is booked$/, 'rien ne dit si elle est comptabilisée'],
  [/^its payments do not add up to its amount$/, 'ses paiements ne donnent pas son montant'],
  [/^its amount or direction cannot be read$/, 'son montant ou son sens est illisible'],
  [/^its amount cannot be read$/, 'son montant est illisible'],
  [/^its amount is too large$/, 'son montant est trop grand'],
  [/^its currency (.*) is not the account's, (\w+)$/, 'sa devise $1 n’est pas celle du compte, $2'],
  [/^its credit is negative$/, 'son crédit est négatif'],
  [/^it has a debit and a credit$/, 'elle a un débit et un crédit'],
  [/^amount is not a number such as -12.50$/, 'le montant n’est pas un nombre tel que -12.50'],
  [/^(".*") is not an amount$/, '$1 n’est pas un montant'],
  [/^(".*") is not a date of the form ([\w./-]+)$/, '$1 n’est pas une date de la forme $2'],
  [/^(".*") is not a date$/, '$1 n’est pas une date'],
  [/^(".*") is not USD or CDF$/, '$1 n’est ni USD ni CDF'],
  [/^(".*") is not the account of the mapping$/, '$1 n’est pas le compte prévu'],
  [/^(".*") is not the currency of the account, (\w+)$/, '$1 n’est pas la devise du compte, $2'],
  [/^return is (".*"), and neither yes nor no$/, 'la colonne return contient $1, ni oui ni non'],
  [/^(\w+) is empty$/, 'la colonne $1 est vide'],
  [/^(\S+) is not a day of this century$/, '$1 n’est pas un jour de ce siècle'],
  [/^(\S+) is in the future$/, 'le $1 est à venir'],
  [/^an id has more than (\d+) characters$/, 'un identifiant dépasse $1 caractères'],
  [
    /^a text has characters that cannot be stored$/,
    'un texte contient des caractères impossibles à enregistrer',
  ],
  [/^(".*") cannot be read$/, '$1 est illisible'],
]

/** The reason in French; undefined if it is not known. */
function frenchReason(reason: string): string | undefined {
  for (const [pattern, french] of reasons) {
    const match = pattern.exec(reason)
    if (match) return typeof french === 'string' ? reason.replace(pattern, french) : french(...match.slice(1))
  }
  return undefined
}

/** What is wrong with a file, in French, with its place. */
export function frenchFault(fault: string): string {
  const [place = ''] = placeForm.exec(fault) ?? []
  const where = places
    .reduce((text, [pattern, by]) => text.replace(pattern, by), place.trimEnd())
    .replace(/[,:]$/, '')
  const reason = frenchReason(fault.slice(place.length)) ?? 'il n’a pas la forme attendue'
  return where === '' ? reason : `${where}\u00a0: ${reason}`
}

/** The refusal of a file in the reader's language; undefined for other errors. */
export function fileFault(error: unknown): RequestError | undefined {
  if (!(error instanceof RequestError) || !error.message.startsWith(prefix) || language.value === 'en')
    return undefined
  return new RequestError(
    `Ce fichier ne peut pas être importé\u00a0: ${frenchFault(error.message.slice(prefix.length))}`,
    error,
  )
}
