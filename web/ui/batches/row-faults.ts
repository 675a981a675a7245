// What is wrong with a row, each in one sentence: a person of whom nothing is given is one fault, not one for each field.
import { catalogue } from '../language/language.ts'
import { partyLabel } from '../language/party-labels.ts'
import { faultText } from './fault-texts.ts'
import { nameOfField } from './field-names.ts'

const texts = catalogue({
  fr: {
    placed: (column: string, what: string) => `${column}\u00a0: ${what}`,
    oneOf: (values: string) => `valeurs admises\u00a0: ${values}`,
    oneOfMany: (example: string) => `valeur inconnue\u00a0: choisissez un des codes, par exemple ${example}`,
    sender: 'Aucun expéditeur\u00a0: indiquez le code de sa fiche, ou remplissez ses colonnes.',
    beneficiary: 'Aucun bénéficiaire\u00a0: indiquez le code de sa fiche, ou remplissez ses colonnes.',
  },
  en: {
    placed: (column: string, what: string) => `${column}: ${what}`,
    oneOf: (values: string) => `allowed values: ${values}`,
    oneOfMany: (example: string) => `unknown value: choose one of the codes, such as ${example}`,
    sender: 'No sender: give the code of a saved profile, or fill in the sender’s columns.',
    beneficiary: 'No beneficiary: give the code of a saved profile, or fill in the beneficiary’s columns.',
  },
})

type RowFault = { code: string; field: string | null; message: string }

/** What a row must have of each person, and the column that names a saved profile instead. */
const persons = [
  {
    kind: 'sender',
    profile: 'sender_profile',
    required: [
      ...['sender_first_name', 'sender_last_name', 'sender_birthdate', 'sender_birthplace'],
      ...['sender_document_type', 'sender_document_number', 'document_issue_date'],
      ...['document_expiration_date', 'sender_country', 'sender_city', 'current_address'],
      ...['permanent_address', 'profession'],
    ],
    // A rule between fields of which none is given.
    also: [],
  },
  {
    kind: 'beneficiary',
    profile: 'beneficiary',
    required: [
      ...['customer_number', 'expected_receiver_name', 'receiver_birthdate', 'receiver_birthplace'],
      ...['receiver_document_type', 'receiver_document_number'],
    ],
    also: ['receiver_current_address'],
  },
] as const

/** The persons of whom a row has none of the required fields. */
function absentPersons(faults: readonly RowFault[]) {
  const missing = new Set(
    faults.filter(({ message }) => message === 'Field required').map(({ field }) => field),
  )
  return persons.filter(({ required }) => required.every((name) => missing.has(name)))
}

/** The columns that name a profile, for the persons whom a row does not have. */
export const absentProfiles = (faults: readonly RowFault[]): string[] =>
  absentPersons(faults).map(({ profile }) => profile)

/** The sentences about a row, with the column in front where it is about one. */
export function rowFaults(faults: readonly RowFault[]): string[] {
  const t = texts()
  const absent = absentPersons(faults)
  const covered = new Set<string>(absent.flatMap(({ required, also }) => [...required, ...also]))
  const others = faults.filter(({ field }) => field === null || !covered.has(field))
  return [...absent.map(({ kind }) => t[kind]), ...others.map(placed)]
}

function placed(fault: RowFault): string {
  const what = fieldFault(fault)
  return fault.field === null ? what : texts().placed(nameOfField(fault.field), what)
}

/** What is wrong with one field, or with the row; codes that the field takes are named. */
export function fieldFault(fault: RowFault): string {
  const [, values] = /^Must be one of (.*)$/.exec(fault.message) ?? []
  const labels = labelsOf(fault.field)
  if (values === undefined || labels === undefined) return faultText(fault)
  const named = values.split(', ').map((code) => `${code}\u00a0(${partyLabel(labels, code)})`)
  const t = texts()
  // The form has the whole list.
  if (named.length <= maxNamed) return t.oneOf(named.join(', '))
  return t.oneOfMany(named.find((each) => each.startsWith('SALARY')) ?? named[0]!)
}

const maxNamed = 6

function labelsOf(field: string | null): Parameters<typeof partyLabel>[0] | undefined {
  if (field?.endsWith('_document_type')) return 'document'
  if (field === 'reason_of_transaction') return 'purpose'
  return field === 'source_of_funds' ? 'funds' : undefined
}
