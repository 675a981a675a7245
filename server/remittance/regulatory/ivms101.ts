// A transfer in the shape of IVMS 101, the data standard of the travel rule, as far as it fits mobile money: names, addresses,
// documents and accounts of both persons, and who sent the transfer for whom.
import { joinedBySpaces } from '../../compliance/names/stated-names.ts'
import { operators } from '../../kernel/operators.ts'
import type { DocumentType } from '../../operator-calls/operator.ts'
import { csvFile } from '../../platform/http/downloads.ts'
import { formatHundredths, stamp } from '../transfer/formats.ts'
import { missingData, type TravelRuleRow } from './travel-rule-rows.ts'

/** The standard has no code for a voter card. */
const identifierTypes: Record<DocumentType, string> = {
  PASSPORT: 'CCPT',
  NATIONAL_ID: 'IDCD',
  DRIVING_LICENCE: 'DRLC',
  VOTER_CARD: 'MISC',
  OTHER: 'MISC',
}

/** Whoever pays in cash has no account; then the standard uses the reference of the transaction. */
const originatorAccount = ({ parties, transaction_id }: TravelRuleRow) =>
  parties.sender.msisdn || transaction_id

export function renderIvms101(row: TravelRuleRow) {
  return {
    originator: {
      originatorPersons: [{ naturalPerson: originator(row) }],
      accountNumber: [originatorAccount(row)],
    },
    beneficiary: {
      beneficiaryPersons: [{ naturalPerson: beneficiary(row) }],
      accountNumber: [row.customer_number],
    },
    originatingVASP: { originatingVASP: institution(row.merchant_name) },
    beneficiaryVASP: { beneficiaryVASP: institution(operators[row.operator].name) },
  }
}

function originator({ parties: { sender } }: TravelRuleRow) {
  return {
    name: names([nameOf(sender, 'LEGL')]),
    geographicAddress: [
      {
        addressType: 'HOME',
        addressLine: [sender.address],
        townName: sender.city,
        country: sender.country,
      },
    ],
    nationalIdentification: {
      nationalIdentifier: sender.document.number,
      nationalIdentifierType: identifierTypes[sender.document.type],
    },
    dateAndPlaceOfBirth: { dateOfBirth: sender.birthDate, placeOfBirth: sender.birthPlace },
    countryOfResidence: sender.country,
  }
}

/** The name that the wallet is registered under comes first: the operator has confirmed it. */
function beneficiary({ parties: { receiver }, subscriber_name }: TravelRuleRow) {
  const stated = receiver.name || joinedBySpaces(receiver.firstName, receiver.middleName, receiver.lastName)
  const listed = [
    ...(subscriber_name ? [oneName(subscriber_name, 'LEGL')] : []),
    oneName(stated, subscriber_name ? 'ALIA' : 'LEGL'),
  ]
  return {
    name: names(listed),
    ...(receiver.address !== '' && {
      geographicAddress: [{ addressType: 'HOME', addressLine: [receiver.address] }],
    }),
    nationalIdentification: {
      nationalIdentifier: receiver.document.number,
      nationalIdentifierType: identifierTypes[receiver.document.type],
    },
    dateAndPlaceOfBirth: { dateOfBirth: receiver.birthDate, placeOfBirth: receiver.birthPlace },
  }
}

type NameType = 'LEGL' | 'ALIA'
type NameIdentifier = {
  primaryIdentifier: string
  secondaryIdentifier?: string
  nameIdentifierType: NameType
}

const names = (nameIdentifier: NameIdentifier[]) => ({ nameIdentifier })

function nameOf(
  { firstName, middleName, lastName }: { firstName: string; middleName: string; lastName: string },
  nameIdentifierType: NameType,
): NameIdentifier {
  const secondary = joinedBySpaces(firstName, middleName)
  return {
    primaryIdentifier: lastName,
    ...(secondary !== '' && { secondaryIdentifier: secondary }),
    nameIdentifierType,
  }
}

/** A name that nobody has split into its parts. */
const oneName = (name: string, nameIdentifierType: NameType): NameIdentifier => ({
  primaryIdentifier: name,
  nameIdentifierType,
})

function institution(name: string) {
  return {
    legalPerson: {
      name: {
        nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
      },
    },
  }
}

const headings = [
  'Transaction',
  'Date (UTC)',
  'État',
  'Partenaire',
  'Référence',
  'Montant',
  'Devise',
  'Nom du donneur d’ordre',
  'Prénoms du donneur d’ordre',
  'Compte ou référence du donneur d’ordre',
  'Adresse du donneur d’ordre',
  'Ville',
  'Pays',
  'Pièce',
  'Numéro de la pièce',
  'Date de naissance',
  'Lieu de naissance',
  'Bénéficiaire',
  'Portefeuille du bénéficiaire',
  'Opérateur',
  'Titulaire selon l’opérateur',
  'Source de la confirmation',
  'Confirmé (UTC)',
  'Adresse du bénéficiaire',
  'Numéro de la pièce du bénéficiaire',
  'Données manquantes',
]

export const travelRuleCsv = (pieces: AsyncIterable<TravelRuleRow[]>) => csvFile(headings, pieces, lineOf)

function lineOf(row: TravelRuleRow): (string | null)[] {
  const { sender, receiver } = row.parties
  return [
    row.transaction_id,
    `${stamp(row.created_at)}Z`,
    row.status,
    row.merchant_code,
    row.reference,
    formatHundredths(row.amount_hundredths),
    row.currency,
    sender.lastName,
    [sender.firstName, sender.middleName].filter(Boolean).join(' '),
    originatorAccount(row),
    sender.address,
    sender.city,
    sender.country,
    sender.document.type,
    sender.document.number,
    sender.birthDate,
    sender.birthPlace,
    receiver.name,
    row.customer_number,
    row.operator,
    row.subscriber_name,
    row.name_source,
    row.name_confirmed_at && `${stamp(row.name_confirmed_at)}Z`,
    receiver.address,
    receiver.document.number,
    missingData(row).join(', '),
  ]
}
