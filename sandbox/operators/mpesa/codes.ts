// M-Pesa OpenAPI response codes, market vodacomDRC. In the Mozambican gateway some of these have other meanings.

type Meaning = { status: number; description: string }

/** HTTP status and description of each code. Unpublished statuses are 400, as most of the known ones. */
export const meanings = {
  'INS-0': { status: 200, description: 'Request processed successfully' },
  'INS-1': { status: 500, description: 'Internal Error' },
  'INS-5': { status: 401, description: 'Transaction cancelled by Customer' },
  'INS-6': { status: 401, description: 'Transaction Failed' },
  'INS-9': { status: 408, description: 'Request timeout' },
  'INS-10': { status: 409, description: 'Duplicate Transaction' },
  'INS-13': { status: 400, description: 'Invalid Shortcode Used' },
  'INS-15': { status: 400, description: 'Invalid Amount Used' },
  'INS-17': { status: 400, description: 'Invalid Transaction Reference. Length Should Be Between 1 and 20.' },
  'INS-20': { status: 400, description: 'Not All Parameters Provided. Please try again.' },
  'INS-21': { status: 400, description: 'Parameter validations failed. Please try again.' },
  'INS-23': { status: 400, description: 'Transaction not found. Contact M-Pesa Support' },
  'INS-26': { status: 400, description: 'Invalid Currency Used' },
  'INS-28': { status: 400, description: 'Invalid ThirdPartyConversationID Used' },
  'INS-30': { status: 400, description: 'Invalid Payment Items Description Used' },
  'INS-32': { status: 400, description: 'Invalid KYC Query Type Used' },
  'INS-989': { status: 400, description: 'Session Creation Failed' },
  'INS-990': { status: 400, description: 'Customer Transaction Value Limit Breached' },
  'INS-995': { status: 400, description: 'Single Transaction Limit Breached' },
  'INS-996': { status: 400, description: 'Customer Account Status Not Active' },
  'INS-998': { status: 400, description: 'Invalid Market' },
  'INS-2001': { status: 400, description: 'Initiator authentication error' },
  'INS-2006': { status: 422, description: 'Insufficient balance' },
  'INS-2051': { status: 400, description: 'MSISDN invalid.' },
} as const satisfies Record<string, Meaning>

export type Code = keyof typeof meanings

/** Thrown anywhere in a call: the reply has this code, and nothing was booked. */
export class Refused extends Error {
  readonly code: Code

  constructor(code: Code) {
    super(meanings[code].description)
    this.code = code
  }
}
