// What admins are answered about transfers, as schemas.
import { z } from 'zod'
import { exampleMatch } from '../../compliance/screening/match-record.ts'
import { cappedPageOf, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import { exampleRecord, exampleTransactionId, recordFields, untilConverted } from '../transfers/schemas.ts'
import {
  action,
  cappedPage,
  exampleException,
  exampleFinding,
  exampleMerchant,
  exampleParties,
  exceptionFields,
  finding,
  firstPage,
  may,
  ofMerchant,
  parties,
} from './record-schemas.ts'

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
        screening: [{ ...exampleFinding, matches: [exampleMatch], odd_names: [] }],
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
        telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
        completed_at: '2026-11-21T09:30:02.401188',
      },
    ],
    pagination: cappedPage,
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
