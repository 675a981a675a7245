// What admins are answered about transfers, wallets, operators and rates, as schemas.
import { z } from 'zod'
import { exampleMatch, matchRecord } from '../compliance/match-record.ts'
import { deliveryStory } from '../platform/delivery-record.ts'
import { cappedPageOf, environmentName, named, pageOf, success, zonelessStamp } from '../platform/endpoint.ts'
import {
  balance,
  exampleBalance,
  exampleEvents,
  exampleRecord,
  exampleSettlement,
  exampleTransactionId,
  lineKind,
  recordFields,
  settlementFields,
  timelineEvent,
  untilConverted,
} from './answers.ts'
import { documentTypes } from './operator.ts'
import { transferStatuses } from './transfer.ts'

export const at = '2026-11-21T09:30:00.118204'
export const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }
const cappedPage = { ...firstPage, capped: false }

export const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
export const may = { allowed: true, reason: null }
const mayNot = (reason: string) => ({ allowed: false, reason })

const ofMerchant = {
  merchant_code: z.string(),
  merchant_name: z.string(),
  environment: environmentName,
}
export const exampleMerchant = {
  merchant_code: 'MSL-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
} as const

const person = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  birthPlace: z.string(),
  address: z.string(),
}
const documentType = z.enum(documentTypes)

const parties = z
  .object({
    sender: z.object({
      ...person,
      country: z.string(),
      city: z.string(),
      msisdn: z.string(),
      profession: z.string(),
      document: z.object({
        type: documentType,
        number: z.string(),
        issued: z.string(),
        expires: z.string(),
      }),
    }),
    receiver: z.object({
      ...person,
      name: z.string(),
      document: z.object({ type: documentType, number: z.string() }),
    }),
    purpose: z.string(),
    sourceOfFunds: z.string(),
  })
  .meta({ id: 'Parties', description: 'Who pays whom, with their papers.' })

const exampleParties = {
  sender: {
    firstName: 'Aimée',
    middleName: '',
    lastName: 'Ngalula',
    birthDate: '1988-04-02',
    birthPlace: 'Lubumbashi',
    address: '12 rue Sainte-Catherine',
    country: 'CA',
    city: 'Montréal',
    msisdn: '15145550100',
    profession: 'Nurse',
    document: {
      type: 'PASSPORT',
      number: 'AB123456',
      issued: '2022-01-10',
      expires: '2032-01-09',
    } as const,
  },
  receiver: {
    name: 'Jean Mukendi',
    firstName: '',
    middleName: '',
    lastName: '',
    birthDate: '1990-06-15',
    birthPlace: 'Goma',
    address: '4 avenue du Lac, Goma',
    document: { type: 'VOTER_CARD', number: '1234567890' } as const,
  },
  purpose: 'FAMILY_SUPPORT',
  sourceOfFunds: 'SALARY',
}

const finding = z
  .object({
    role: z.enum(['sender', 'receiver']),
    name: z.string(),
    decision: z.enum(['hold', 'clear']),
    reason: z.enum(['no_match', 'cleared_before', 'list_match', 'screening_unavailable']),
    list_version: z.string().nullable().meta({ description: 'Null where nobody could look.' }),
    matches: z.array(matchRecord),
  })
  .meta({ id: 'ScreeningFinding' })

const exampleFinding = {
  role: 'sender',
  name: 'Watchlist Person',
  decision: 'hold',
  reason: 'list_match',
  list_version: '3',
  matches: [exampleMatch],
} as const

const { status: _, created_at, ...heldFields } = recordFields

const hold = z
  .object({
    ...heldFields,
    ...ofMerchant,
    created_at,
    parties,
    screening: z.array(finding).nullable(),
    allowed_actions: z.object({ release: action, reject: action }),
  })
  .meta({ id: 'Hold' })

const { status: __, ...exampleHeld } = exampleRecord

export const holdsAnswer = named('Holds', success(pageOf(hold)), {
  status: 'success',
  data: {
    items: [
      {
        ...exampleHeld,
        ...exampleMerchant,
        parties: exampleParties,
        screening: [{ ...exampleFinding, matches: [exampleMatch] }],
        allowed_actions: { release: may, reject: may },
      },
    ],
    pagination: firstPage,
  },
})

export const reviewAnswer = named(
  'HoldDecided',
  success(
    z.object({
      transaction_id: z.string(),
      reference: z.string(),
      status: z.enum(transferStatuses),
    }),
  ),
  {
    status: 'success',
    data: { transaction_id: exampleTransactionId, reference: 'T-2041', status: 'Submitted' },
  },
)

const exceptionFields = {
  id: z.string(),
  kind: z.string(),
  detail: z.string(),
  state: z.enum(['open', 'closed']),
  opened_at: zonelessStamp,
  closed_at: zonelessStamp.nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
}

const exampleException = {
  id: '5',
  kind: 'telco_conflict',
  detail: 'Declined, then paid',
  state: 'open',
  opened_at: at,
  closed_at: null,
  closed_by: null,
  close_reason: null,
} as const

const listedException = z
  .object({
    ...exceptionFields,
    transaction_id: z.string().nullable(),
    merchant_code: z.string().nullable(),
  })
  .meta({ id: 'TransferException' })

export const exceptionsAnswer = named('TransferExceptions', success(pageOf(listedException)), {
  status: 'success',
  data: {
    items: [{ ...exampleException, transaction_id: exampleTransactionId, merchant_code: 'MSL-7K2M-9QXA' }],
    pagination: firstPage,
  },
})

export const exceptionClosedAnswer = named(
  'ExceptionClosed',
  success(z.object({ id: z.string(), state: z.literal('closed') })),
  { status: 'success', data: { id: '5', state: 'closed' } },
)

const listedTransfer = z
  .object({
    ...recordFields,
    receiver_amount: untilConverted,
    fee: untilConverted,
    ...ofMerchant,
    telco_reference: z.string().nullable(),
    completed_at: zonelessStamp.nullable(),
  })
  .meta({ id: 'ListedTransfer' })

export const transfersAnswer = named('ListedTransfers', success(cappedPageOf(listedTransfer)), {
  status: 'success',
  data: {
    items: [
      {
        ...exampleRecord,
        receiver_amount: 1,
        fee: 0,
        ...exampleMerchant,
        telco_reference: 'SIM-8F3K2M',
        completed_at: '2026-11-21T09:30:02.401188',
      },
    ],
    pagination: cappedPage,
  },
})

export const pause = z
  .object({ reason: z.string(), paused_by: z.string(), paused_at: zonelessStamp })
  .meta({ id: 'OperatorPause' })

const payout = z.object({
  reference: z.string(),
  state: z.string(),
  attempts: z.int(),
  dispatched_at: zonelessStamp.nullable(),
  next_check_at: zonelessStamp.nullable(),
  telco_reference: z.string().nullable(),
  detail: z.string().nullable(),
})

const reversal = z.object({
  reference: z.string(),
  state: z.enum(['REVERSED', 'REFUSED', 'PENDING']),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: zonelessStamp,
  attempts: z.int(),
  ended_at: zonelessStamp.nullable(),
  telco_reference: z.string().nullable(),
  detail: z.string().nullable(),
})

const dossier = z.object({
  ...recordFields,
  ...ofMerchant,
  receiver_amount: untilConverted,
  receiver_currency: z.literal('USD'),
  fee: untilConverted,
  rate: z.number().nullable(),
  rate_as_of: zonelessStamp.nullable(),
  rate_source: z.string().nullable(),
  telco_reference: z.string().nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  callback_url: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  settlement_id: z.string().nullable(),
  reversal_settlement_id: z.string().nullable(),
  parties,
  screening: z.array(finding).nullable(),
  review: z
    .object({
      decision: z.string(),
      reason: z.string().nullable(),
      decided_by: z.string().nullable(),
      decided_at: zonelessStamp.nullable(),
    })
    .nullable(),
  timeline: z.array(timelineEvent),
  wallet_lines: z.array(
    z.object({ at: zonelessStamp, kind: lineKind, amount: z.number(), balance_after: z.number() }),
  ),
  payout: payout.nullable(),
  operator_pause: pause.nullable(),
  reversals: z.array(reversal),
  exceptions: z.array(z.object(exceptionFields)),
  deliveries: z.array(deliveryStory),
  allowed_actions: z.object({ release: action, reject: action, inquire: action, reverse: action }),
})

export const dossierAnswer = named('TransferDossier', success(dossier), {
  status: 'success',
  data: {
    ...exampleRecord,
    ...exampleMerchant,
    receiver_amount: 1,
    receiver_currency: 'USD',
    fee: 0,
    rate: 1,
    rate_as_of: null,
    rate_source: null,
    telco_reference: 'SIM-8F3K2M',
    failure_code: null,
    failure_message: null,
    callback_url: null,
    completed_at: '2026-11-21T09:30:02.401188',
    reversed_at: null,
    settlement_id: null,
    reversal_settlement_id: null,
    parties: exampleParties,
    screening: [],
    review: null,
    timeline: exampleEvents,
    wallet_lines: [],
    payout: null,
    operator_pause: null,
    reversals: [],
    exceptions: [],
    deliveries: [],
    allowed_actions: {
      release: mayNot('The transfer is Successful'),
      reject: mayNot('The transfer is Successful'),
      inquire: may,
      reverse: may,
    },
  },
})

export const inquiryAnswer = named(
  'InquiryOutcome',
  success(
    z.object({
      transaction_id: z.string(),
      status: z.enum(transferStatuses),
      answer: z.enum(['pending', 'succeeded', 'declined', 'reversed', 'absent']),
      outcome: z.enum(['settled', 'known', 'conflict']).nullable(),
    }),
  ),
  {
    status: 'success',
    data: {
      transaction_id: exampleTransactionId,
      status: 'Successful',
      answer: 'succeeded',
      outcome: 'known',
    },
  },
)

export const reversalAnswer = named(
  'ReversalRequested',
  success(
    z.object({
      transaction_id: z.string(),
      reversal: z.object({ reference: z.string(), state: z.literal('PENDING') }),
    }),
  ),
  {
    status: 'success',
    data: {
      transaction_id: exampleTransactionId,
      reversal: { reference: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e', state: 'PENDING' },
    },
  },
)

const listedSettlement = z.object({ ...ofMerchant, ...settlementFields }).meta({ id: 'ListedSettlement' })

export const settlementsAnswer = named('ListedSettlements', success(cappedPageOf(listedSettlement)), {
  status: 'success',
  data: { items: [{ ...exampleMerchant, ...exampleSettlement }], pagination: cappedPage },
})

const { as_of: ___, ...held } = exampleBalance

const listedWallet = z
  .object({
    ...ofMerchant,
    ...balance.omit({ as_of: true }).shape,
    pending_adjustments: z.int(),
    checked_at: zonelessStamp
      .nullable()
      .meta({ description: 'When it was last found to be what the ledger says.' }),
  })
  .meta({ id: 'ListedWallet' })

export const walletsAnswer = named('ListedWallets', success(cappedPageOf(listedWallet)), {
  status: 'success',
  data: {
    items: [{ ...exampleMerchant, ...held, pending_adjustments: 0, checked_at: at }],
    pagination: cappedPage,
  },
})

export const topUpAnswer = named(
  'WalletToppedUp',
  success(
    z.object({
      merchant_code: z.string(),
      environment: environmentName,
      added: z.number(),
      ...balance.shape,
    }),
  ),
  {
    status: 'success',
    data: {
      merchant_code: 'MSL-7K2M-9QXA',
      environment: 'sandbox',
      added: 50,
      ...exampleBalance,
    },
  },
)

const adjustment = z
  .object({
    id: z.string(),
    ...ofMerchant,
    amount: z.number(),
    currency: z.literal('USD'),
    reason: z.string(),
    state: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
    requested_by: z.string(),
    requested_at: zonelessStamp,
    decided_by: z.string().nullable(),
    decided_at: zonelessStamp.nullable(),
    decision_reason: z.string().nullable(),
    balance_after: z.number().nullable(),
    allowed_actions: z.object({ approve: action, reject: action }),
  })
  .meta({ id: 'Adjustment' })

const exampleAdjustment = {
  id: '3',
  ...exampleMerchant,
  amount: -5,
  currency: 'USD',
  reason: 'Booked twice on 20 November',
  state: 'PENDING',
  requested_by: 'amina',
  requested_at: at,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  balance_after: null,
  allowed_actions: { approve: may, reject: may },
} as const

export const adjustmentAnswer = named('AdjustmentAnswer', success(adjustment), {
  status: 'success',
  data: exampleAdjustment,
})

export const adjustmentsAnswer = named('Adjustments', success(cappedPageOf(adjustment)), {
  status: 'success',
  data: { items: [exampleAdjustment], pagination: cappedPage },
})
