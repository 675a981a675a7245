// Builds request bodies: an international transfer to a wallet, with the travel rule data of both parties, and a reversal.
import { formatMoney } from '../../../kernel/money.ts'
import type { DocumentType, Payout, Reversal, TravelRule } from '../../../operator-calls/operator.ts'
import type { GsmaConnection } from '../operator-settings.ts'

const wallets = 'CD'
const longestLine = 256

/** Values of `idType` in a KYC document. */
const documentTypes: Readonly<Record<DocumentType, string>> = {
  PASSPORT: 'passport',
  NATIONAL_ID: 'nationalidcard',
  DRIVING_LICENCE: 'drivinglicence',
  VOTER_CARD: 'votersid',
  OTHER: 'otherId',
}

/** @param requestDate ISO 8601. */
export function transferBody(
  { amount, msisdn, transactionId, travelRule }: Payout,
  debitParty: GsmaConnection['debitParty'],
  requestDate: string,
): object {
  const { sender, purpose } = travelRule
  return {
    amount: formatMoney(amount),
    currency: amount.currency,
    creditParty: [{ key: 'msisdn', value: `+${msisdn}` }],
    debitParty: [debitParty],
    requestingOrganisationTransactionReference: transactionId,
    descriptionText: transactionId,
    requestDate,
    internationalTransferInformation: filled({
      originCountry: sender.country,
      receivingCountry: wallets,
      deliveryMethod: 'directtoaccount',
      remittancePurpose: purpose,
    }),
    senderKyc: senderKyc(sender),
    recipientKyc: recipientKyc(travelRule.receiver, msisdn),
    ...withCustomData(travelRule),
  }
}

export function reversalBody({ amount }: Reversal): object {
  return { type: 'reversal', amount: formatMoney(amount), currency: amount.currency }
}

function senderKyc(sender: TravelRule['sender']): object {
  const { firstName, middleName, lastName, country, city } = sender
  return filled({
    dateOfBirth: sender.birthDate,
    occupation: sender.profession,
    contactPhone: sender.msisdn && `+${sender.msisdn}`,
    subjectName: filled({ firstName, middleName, lastName }),
    postalAddress: filled({ ...addressLines(sender.address), city, country }),
    idDocument: idDocuments(sender.document),
  })
}

function recipientKyc(receiver: TravelRule['receiver'], msisdn: string): object {
  const { name, firstName, middleName, lastName } = receiver
  return filled({
    dateOfBirth: receiver.birthDate,
    contactPhone: `+${msisdn}`,
    subjectName: filled({ firstName, middleName, lastName, fullName: name }),
    postalAddress: filled({ ...addressLines(receiver.address), country: wallets }),
    idDocument: idDocuments(receiver.document),
  })
}

function idDocuments(document: TravelRule['receiver']['document'] | TravelRule['sender']['document']) {
  if (document.number === '') return []
  const { issued = '', expires = '' } = 'issued' in document ? document : {}
  const described = document.type === 'OTHER' ? 'identity document of another type' : ''
  return [
    filled({
      idType: documentTypes[document.type],
      idNumber: document.number,
      issueDate: issued,
      expiryDate: expires,
      otherIddescription: described,
    }),
  ]
}

/** Values for which the KYC object has no member. */
function withCustomData({ sender, receiver, sourceOfFunds }: TravelRule): object {
  const customData = [
    { key: 'sourceOfFunds', value: sourceOfFunds },
    { key: 'senderBirthPlace', value: sender.birthPlace },
    { key: 'recipientBirthPlace', value: receiver.birthPlace },
  ].filter(({ value }) => value !== '')
  return filled({ customData })
}

/** Splits an address of up to 768 characters into three lines, at spaces where possible. */
function addressLines(address: string): object {
  const lines = address.match(new RegExp(`.{1,${longestLine}}(?:\\s|$)|.{1,${longestLine}}`, 'gsu')) ?? []
  const [addressLine1 = '', addressLine2 = '', addressLine3 = ''] = lines.map((line) => line.trim())
  return { addressLine1, addressLine2, addressLine3 }
}

/** Drops empty texts and lists, because an absent member is not the same as an empty one. */
function filled(members: Record<string, string | object>): object {
  const isFilled = ([, value]: [string, string | object]) =>
    typeof value === 'string' ? value !== '' : Object.keys(value).length > 0
  return Object.fromEntries(Object.entries(members).filter(isFilled))
}
