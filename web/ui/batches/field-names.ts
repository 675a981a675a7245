// The columns of a batch: the names of a transfer's fields, with what they are called on pages.
import { catalogue } from '../language/language.ts'
import type { Kind } from './words.ts'

/** In the order of the template. */
const transferFields = catalogue({
  fr: {
    reference: 'Référence de la ligne',
    amount: 'Montant',
    currency: 'Devise',
    sender_profile: 'Fiche de l’expéditeur',
    beneficiary: 'Fiche du bénéficiaire',
    customer_number: 'Numéro du bénéficiaire',
    expected_receiver_name: 'Nom du bénéficiaire',
    reason_of_transaction: 'Motif du transfert',
    source_of_funds: 'Origine des fonds',
    sender_first_name: 'Expéditeur\u00a0: prénom',
    sender_middle_name: 'Expéditeur\u00a0: postnom',
    sender_last_name: 'Expéditeur\u00a0: nom',
    sender_birthdate: 'Expéditeur\u00a0: date de naissance',
    sender_birthplace: 'Expéditeur\u00a0: lieu de naissance',
    sender_document_type: 'Expéditeur\u00a0: type de pièce',
    sender_document_number: 'Expéditeur\u00a0: numéro de pièce',
    document_issue_date: 'Expéditeur\u00a0: pièce délivrée le',
    document_expiration_date: 'Expéditeur\u00a0: pièce expire le',
    sender_country: 'Expéditeur\u00a0: pays',
    sender_city: 'Expéditeur\u00a0: ville',
    current_address: 'Expéditeur\u00a0: adresse actuelle',
    permanent_address: 'Expéditeur\u00a0: adresse permanente',
    profession: 'Expéditeur\u00a0: profession',
    sender_msisdn: 'Expéditeur\u00a0: téléphone',
    receiver_middle_name: 'Bénéficiaire\u00a0: postnom',
    receiver_birthdate: 'Bénéficiaire\u00a0: date de naissance',
    receiver_birthplace: 'Bénéficiaire\u00a0: lieu de naissance',
    receiver_document_type: 'Bénéficiaire\u00a0: type de pièce',
    receiver_document_number: 'Bénéficiaire\u00a0: numéro de pièce',
    receiver_current_address: 'Bénéficiaire\u00a0: adresse actuelle',
    receiver_permanent_address: 'Bénéficiaire\u00a0: adresse permanente',
    receiver_first_name: 'Bénéficiaire\u00a0: prénom',
    receiver_last_name: 'Bénéficiaire\u00a0: nom',
    operator: 'Opérateur',
    receiver_currency: 'Devise reçue',
    reason_details: 'Précisions sur le motif',
    provider_name: 'Nom du prestataire',
    callback_url: 'Adresse de webhook',
    quote_id: 'Devis',
  },
  en: {
    reference: 'Row reference',
    amount: 'Amount',
    currency: 'Currency',
    sender_profile: 'Sender’s profile',
    beneficiary: 'Beneficiary’s profile',
    customer_number: 'Beneficiary’s number',
    expected_receiver_name: 'Beneficiary’s name',
    reason_of_transaction: 'Purpose',
    source_of_funds: 'Source of funds',
    sender_first_name: 'Sender: first name',
    sender_middle_name: 'Sender: middle name',
    sender_last_name: 'Sender: last name',
    sender_birthdate: 'Sender: date of birth',
    sender_birthplace: 'Sender: place of birth',
    sender_document_type: 'Sender: type of document',
    sender_document_number: 'Sender: number of document',
    document_issue_date: 'Sender: document issued on',
    document_expiration_date: 'Sender: document expires on',
    sender_country: 'Sender: country',
    sender_city: 'Sender: city',
    current_address: 'Sender: current address',
    permanent_address: 'Sender: permanent address',
    profession: 'Sender: profession',
    sender_msisdn: 'Sender: phone',
    receiver_middle_name: 'Beneficiary: middle name',
    receiver_birthdate: 'Beneficiary: date of birth',
    receiver_birthplace: 'Beneficiary: place of birth',
    receiver_document_type: 'Beneficiary: type of document',
    receiver_document_number: 'Beneficiary: number of document',
    receiver_current_address: 'Beneficiary: current address',
    receiver_permanent_address: 'Beneficiary: permanent address',
    receiver_first_name: 'Beneficiary: first name',
    receiver_last_name: 'Beneficiary: last name',
    operator: 'Operator',
    receiver_currency: 'Currency received',
    reason_details: 'Details of the purpose',
    provider_name: 'Provider’s name',
    callback_url: 'Webhook address',
    quote_id: 'Quote',
  },
})

const refundFields = catalogue({
  fr: {
    transaction_uuid: 'Paiement',
    cs_payment_id: 'Identifiant du paiement par carte',
    merchant_reference: 'Référence',
    amount: 'Montant',
    reason: 'Motif',
  },
  en: {
    transaction_uuid: 'Payment',
    cs_payment_id: 'Identifier of the card payment',
    merchant_reference: 'Reference',
    amount: 'Amount',
    reason: 'Reason',
  },
})

export const fieldNamesOf = (kind: Kind): Readonly<Record<string, string>> =>
  kind === 'refund' ? refundFields() : transferFields()

type FieldName = keyof ReturnType<typeof transferFields>

export const nameOfField = (field: string): string =>
  fieldNamesOf('transfer')[field] ?? fieldNamesOf('refund')[field] ?? field

const optional: readonly FieldName[] = [
  ...(['receiver_first_name', 'receiver_last_name', 'operator', 'receiver_currency'] as const),
  ...(['reason_details', 'provider_name', 'callback_url', 'quote_id'] as const),
]
const profiles: readonly FieldName[] = ['sender_profile', 'beneficiary']
/** Of a row that names saved profiles. */
const short: readonly FieldName[] = [
  ...(['reference', 'amount', 'currency', 'reason_of_transaction', 'source_of_funds'] as const),
  ...profiles,
]

/** A file with the columns that a row needs, for a spreadsheet of the reader's language. */
export function templateAddress(kind: Kind, separator: string, { isShort = false } = {}): string {
  const all = Object.keys(fieldNamesOf(kind)) as FieldName[]
  const columns = isShort ? short : all.filter((name) => ![...optional, ...profiles].includes(name))
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${columns.join(separator)}\r\n`)}`
}
