// Travel-rule data of many transfers as CSV with French headings, for the supervisor.
import { byteOrderMark, csvOf } from '../../platform/http/downloads/csv.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { stamp } from '../transfer/time.ts'
import { originatorAccount } from './ivms101.ts'
import { missingData, type TravelRuleRow } from './rows.ts'

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

export async function* travelRuleCsv(pieces: AsyncIterable<TravelRuleRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([headings])
  for await (const rows of pieces) yield csvOf(rows.map(lineOf))
}

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
