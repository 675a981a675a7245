// Who sends and who receives, as the travel rule wants it told with a payout.

export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVING_LICENCE', 'VOTER_CARD', 'OTHER'] as const
export type DocumentType = (typeof documentTypes)[number]

/** The travel-rule data of sender and beneficiary. Dates are YYYY-MM-DD, countries ISO 3166-1 alpha-2. */
export type TravelRule = {
  sender: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    country: string
    city: string
    address: string
    /** Digits with country code; empty if the sender paid in cash at a counter. */
    msisdn: string
    profession: string
    document: { type: DocumentType; number: string; issued: string; expires: string }
  }
  receiver: {
    name: string
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    address: string
    document: { type: DocumentType; number: string }
  }
  /** `reason_of_transaction` and `source_of_funds` of the request. */
  purpose: string
  sourceOfFunds: string
}
