// Schemas of payout destinations.
import { z } from 'zod'
import { readBankAccount, readBic, readHolder } from '../../kernel/codes/bank-account.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { dataResponse, listResponse, named, utcStamp } from '../../platform/http/api.ts'
import { optional, refused, text } from '../../platform/http/body/body.ts'

/** The fields of a wallet or a bank account beside its type; what belongs to the other type is null. */
export const targetFields = {
  operator: z.enum(operatorCodes).nullable().meta({ description: 'Of a wallet.' }),
  number: z.string().nullable().meta({ description: 'Of a wallet.' }),
  subscriber_name: z
    .string()
    .nullable()
    .meta({ description: 'Of a wallet, as the operator gave it; null where it gives no names.' }),
  account_last4: z.string().nullable().meta({ description: 'The last four characters of a bank account.' }),
  bic: z.string().nullable().meta({ description: 'Of the bank.' }),
  holder: z.string().nullable().meta({ description: 'Of the bank account, as banks receive it.' }),
}

/** What each type needs. */
const required = { wallet: ['number'], bank: ['iban_or_account', 'bic', 'holder'] } as const

export const newDestinationSchema = z
  .object({
    type: z.enum(['wallet', 'bank']),
    number: optional(text({ min: 1, max: 40 })).meta({
      description: 'For a wallet: a mobile number in DR Congo, in any usual form.',
    }),
    iban_or_account: optional(text({ min: 1, max: 50 })).meta({
      description:
        'For a bank account: an IBAN, or a Congolese account number of 23 digits, in any usual form.',
    }),
    bic: optional(text({ min: 8, max: 20 })).meta({ description: 'For a bank account: 8 or 11 characters.' }),
    holder: optional(text({ min: 1, max: 70 })).meta({
      description: 'For a bank account: the name of its holder. Accents are removed, as banks require.',
    }),
  })
  .superRefine((sent, context) => {
    for (const field of required[sent.type])
      if (sent[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], ...refused('missing', 'Field required') })
  })
  .transform((sent, context) => (sent.type === 'bank' ? bankOf(sent, context) : walletOf(sent)))

type Sent = Partial<Record<'number' | 'iban_or_account' | 'bic' | 'holder', string | undefined>>

const walletOf = ({ number = '' }: Sent) => ({ type: 'wallet' as const, number })

const notes = {
  iban_or_account: 'Value error, not an IBAN or a Congolese account number with the right check digits',
  bic: 'Value error, not a BIC',
  holder: 'Value error, a name has Latin letters, digits and simple punctuation only',
}

function bankOf({ iban_or_account = '', bic = '', holder = '' }: Sent, context: z.RefinementCtx) {
  const read = {
    iban_or_account: readBankAccount(iban_or_account)?.number,
    bic: readBic(bic),
    holder: readHolder(holder),
  }
  for (const [field, note] of Object.entries(notes))
    if (read[field as keyof typeof read] === undefined)
      context.addIssue({ code: 'custom', path: [field], ...refused('value_error', note) })
  return {
    type: 'bank' as const,
    account: read.iban_or_account ?? '',
    bic: read.bic ?? '',
    holder: read.holder ?? '',
  }
}

export const newDestinationBody = named('NewPayoutDestination', newDestinationSchema, {
  type: 'wallet',
  number: '+243810000001',
})

/** What is looked up before a destination is added. */
export const lookUpSchema = z.object({
  type: z.literal('wallet'),
  number: text({ min: 1, max: 40 }).meta({ description: 'A mobile number in DR Congo, in any usual form.' }),
})

export const lookUpBody = named('PayoutDestinationLookUp', lookUpSchema, {
  type: 'wallet',
  number: '+243810000001',
})

const destination = z
  .object({
    destination_id: z.string(),
    type: z.enum(['wallet', 'bank']),
    ...targetFields,
    state: z.enum(['waiting', 'confirmed', 'active', 'removed']),
    usable: z
      .boolean()
      .meta({ description: 'Whether it can be paid now: confirmed, and `usable_from` has passed.' }),
    confirmable: z.boolean().meta({
      description: 'Whether this sign-in may confirm it: it is `waiting`, and was added at another one.',
    }),
    usable_from: utcStamp,
    confirmed_at: utcStamp.nullable(),
    created_at: utcStamp,
  })
  .meta({ id: 'PayoutDestination' })

const exampleDestination = {
  destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
  type: 'wallet',
  operator: 'vodacom',
  number: '243810000001',
  subscriber_name: 'Jean Mukendi',
  account_last4: null,
  bic: null,
  holder: null,
  state: 'active',
  usable: true,
  confirmable: false,
  usable_from: '2026-11-22T09:30:00Z',
  confirmed_at: '2026-11-21T16:02:11Z',
  created_at: '2026-11-21T09:30:00Z',
} as const

export const lookUpResponse = dataResponse(
  'PayoutDestinationOwner',
  destination.pick({ type: true, operator: true, number: true, subscriber_name: true }),
  {
    type: 'wallet',
    operator: 'vodacom',
    number: '243810000001',
    subscriber_name: 'Jean Mukendi',
  },
)

export const destinationResponse = dataResponse('PayoutDestinationResponse', destination, exampleDestination)

export const destinationsResponse = listResponse('PayoutDestinations', destination, exampleDestination)
