// What the routes of merchants tell of themselves. Queries are read by list-parameters.ts and by each route, with the
// words and codes of their specification; their schemas here are for the document alone.
import { z } from 'zod'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import {
  acceptedAnswer,
  balanceAnswer,
  days,
  operatorName,
  settlementsAnswer,
  timelineAnswer,
  transferAnswer,
  transfersAnswer,
  walletLinesAnswer,
} from '../transfers/schemas.ts'
import { healthAnswer, liveRateAnswer, lookUpAnswer, phoneAnswer, rateCardAnswer } from './lookup-schemas.ts'
import { inboundSchema } from './request.ts'

const transfers = { tag: 'Transfers', authentication: 'basic' } as const
const lookups = { tag: 'Lookups', authentication: 'basic' } as const
const wallet = { tag: 'Wallet', authentication: 'basic' } as const

export const exampleTransfer = {
  reference: 'T-2041',
  amount: 1,
  currency: 'USD',
  customer_number: '+243810000001',
  expected_receiver_name: 'Jean Mukendi',
  sender_first_name: 'Aimée',
  sender_middle_name: '',
  sender_last_name: 'Ngalula',
  sender_birthdate: '1988-04-02',
  sender_birthplace: 'Lubumbashi',
  sender_document_type: 'PASSPORT',
  sender_document_number: 'AB123456',
  document_issue_date: '2022-01-10',
  document_expiration_date: '2032-01-09',
  sender_country: 'CA',
  sender_city: 'Montréal',
  current_address: '12 rue Sainte-Catherine',
  permanent_address: '12 rue Sainte-Catherine',
  profession: 'Nurse',
  sender_msisdn: '+15145550100',
  receiver_middle_name: '',
  receiver_birthdate: '1990-06-15',
  receiver_birthplace: 'Goma',
  receiver_document_type: 'VOTER_CARD',
  receiver_document_number: '1234567890',
  receiver_current_address: '4 avenue du Lac, Goma',
  reason_of_transaction: 'FAMILY_SUPPORT',
  source_of_funds: 'SALARY',
} as const

export const ofTransfers = [
  problems.field_missing,
  problems.receiver_address,
  problems.sender_document_type,
  problems.reason_of_transaction,
  problems.source_of_funds,
  problems.receiver_document_type,
  problems.date,
  problems.amount,
  problems.currency,
  problems.phone,
  problems.sandbox_cap,
  problems.reference_reused,
  problems.balance_insufficient,
  problems.blacklisted,
  problems.no_wallet,
  problems.name_mismatch,
  problems.operator_unreachable,
  problems.rate_stale,
]

export const sendTransfer: Endpoint = {
  ...transfers,
  id: 'sendTransfer',
  summary: 'Send money to a mobile-money wallet',
  description: `The outcome comes as a signed webhook, to \`callback_url\` or to the address of the profile. What is
refused is no transfer, and leaves its \`reference\` free; a repeat of what was accepted gets the first answer.

Dates are YYYY-MM-DD. One of \`receiver_current_address\` and \`receiver_permanent_address\` is required; of the texts only
middle names and \`sender_msisdn\` may be empty.`,
  headers: {
    'X-Skip-Name-Check': z.literal('true').optional().meta({
      description:
        'In the sandbox: does not compare the name with that of the wallet, which is still screened.',
    }),
  },
  body: named(
    'TransferRequest',
    inboundSchema(() => true),
    exampleTransfer,
  ),
  answers: { 200: acceptedAnswer },
  problems: ofTransfers,
  repeatable: true,
}

export const sendOutbound: Endpoint = {
  ...transfers,
  id: 'sendOutbound',
  summary: 'Outbound transfers, which are disabled',
  answers: {},
  problems: [problems.outbound_disabled],
}

/** Of every list. */
export const page = {
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(20).meta({ description: 'More is taken as 100.' }),
}
const ofLists = [problems.field_missing, problems.date]
const list = z.object({
  ...page,
  status: z.enum([...transferStatuses, 'all']).optional(),
  operator: operatorName.or(z.literal('all')).optional(),
  ...days,
})

export const listTransfers: Endpoint = {
  ...transfers,
  id: 'listTransfers',
  summary: 'List transfers',
  description: 'Newest first. To keep books, walk the pages until the last known `transaction_id`.',
  query: list,
  answers: { 200: transfersAnswer },
  problems: ofLists,
}

export const readTransfer: Endpoint = {
  ...transfers,
  id: 'readTransfer',
  summary: 'Read the status of a transfer',
  description: 'By `reference` or `transaction_id`; where both are given they must be of one transfer.',
  query: z.object({ reference: z.string().optional(), transaction_id: z.string().optional() }),
  answers: { 200: transferAnswer },
  problems: [problems.reference_or_id_missing, problems.transfer_unknown],
}

export const readTimeline: Endpoint = {
  ...transfers,
  id: 'readTimeline',
  summary: 'Read what happened to a transfer',
  path: { reference: z.string().meta({ examples: ['T-2041'] }) },
  answers: { 200: timelineAnswer },
  problems: [problems.transfer_unknown],
}

export const lookUpAccount: Endpoint = {
  ...lookups,
  id: 'lookUpAccount',
  summary: 'Ask the operator whose wallet it is',
  query: z.object({
    customer_number: z.string().meta({ examples: ['+243810000001'] }),
    operator: operatorName.optional(),
    expected_receiver_name: z.string().max(200).optional(),
  }),
  answers: { 200: lookUpAnswer },
  problems: [problems.field_missing, problems.phone, problems.no_wallet, problems.operator_unreachable],
}

export const checkPhone: Endpoint = {
  ...lookups,
  id: 'checkPhone',
  summary: 'Check a phone number',
  description: 'In any form; without a country code it is Congolese. The operator is not asked.',
  query: z.object({ phone: z.string().meta({ examples: ['+243810000001'] }) }),
  answers: { 200: phoneAnswer },
  problems: [problems.field_missing, problems.phone],
}

export const readBalance: Endpoint = {
  ...wallet,
  id: 'readBalance',
  summary: 'Read the balance of the wallet',
  answers: { 200: balanceAnswer },
}

export const listWalletLines: Endpoint = {
  ...wallet,
  id: 'listWalletLines',
  summary: 'List the lines of the wallet',
  description: 'Newest first. Each balance is the one before it plus the amount.',
  query: z.object(page),
  answers: { 200: walletLinesAnswer },
  problems: [problems.field_missing],
}

export const listSettlements: Endpoint = {
  ...wallet,
  id: 'listSettlements',
  summary: 'List settlements',
  description: 'One a closed day of UTC, newest first. `status` and `operator` narrow nothing down here.',
  query: list,
  answers: { 200: settlementsAnswer },
  problems: ofLists,
}

export const topUpBody = named('TopUpRequest', z.object({ amount: z.number().positive().max(10_000) }), {
  amount: 5,
})

export const topUpSandbox: Endpoint = {
  ...wallet,
  id: 'topUpSandbox',
  summary: 'Top up a wallet of the sandbox',
  body: topUpBody,
  answers: { 200: balanceAnswer },
  problems: [problems.field_missing, problems.amount, problems.sandbox_only],
  repeatable: true,
}

export const readRateCard: Endpoint = {
  id: 'readRateCard',
  summary: 'Read the rate card',
  description: 'Renewed at 00:00, 06:00, 12:00 and 18:00 UTC.',
  tag: 'Lookups',
  authentication: 'none',
  answers: { 200: rateCardAnswer },
  problems: [problems.rate_stale, requestProblems.rate_limited],
}

/** What is no code of a currency, however long, is unknown, as one that nobody has is. */
export const liveRateQuery = z.object({
  currency: z
    .string()
    .trim()
    .min(1)
    .meta({ description: 'ISO 4217.', examples: ['CDF'] }),
})

export const readLiveRate: Endpoint = {
  ...lookups,
  id: 'readLiveRate',
  summary: 'Ask the provider for a rate',
  description: 'Every call asks the provider, whose patience is bounded: read the rate card for display.',
  query: liveRateQuery,
  answers: { 200: liveRateAnswer },
  problems: [problems.currency, problems.rates_unreachable],
}

export const checkRemittance: Endpoint = {
  id: 'checkRemittance',
  summary: 'Whether remittance works',
  tag: 'Health',
  authentication: 'none',
  answers: { 200: healthAnswer, 503: { says: 'The database is away.', schema: healthAnswer } },
}
