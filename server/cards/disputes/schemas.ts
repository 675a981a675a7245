// Schemas of disputes, the same for signed requests, signed-in merchants and admins.
import { z } from 'zod'
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import { maxUploadBase64 } from '../../platform/documents/uploaded-file.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  listResponse,
  merchantZone,
  named,
  twoPlaces,
  utcStamp,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { optional, paragraphs, reasonText, text } from '../../platform/http/body/body.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { currencyName, exampleUuid, transactionStatus } from '../transaction/schemas.ts'
import { disputeStates, evidenceFields } from './queries.ts'
import { exceptionKinds } from './report/exceptions.ts'

const exampleDisputeId = '019aa9a4-7c1e-7b52-9d0f-3f6f0d2c5a11'
export const exampleFileId = '5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11'
export const byDispute = { dispute_id: z.string().meta({ examples: [exampleDisputeId] }) }
/** A file of the evidence of a dispute, by its `id`. */
export const byEvidenceFile = { ...byDispute, file_id: z.string().meta({ examples: [exampleFileId] }) }

export const searchSchema = z.object({ ...pageFields, state: z.enum(disputeStates).optional() })
export const adminSearchSchema = z.object({
  ...pageFields,
  state: z.enum([...disputeStates, 'TO_FILE']).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

/** What somebody wrote, without the card number that a customer may have sent. */
const evidenceText = paragraphs()

const file = z.object({
  name: text({ min: 1, max: 120 }).overwrite(withoutCardNumbers),
  content: z
    .string()
    .max(maxUploadBase64, { abort: true })
    .meta({ description: 'A PDF, JPEG or PNG file of at most 5 MiB, in Base64.', format: 'byte' }),
})

export const evidenceSchema = z.object({
  explanation: optional(evidenceText).meta({ description: 'Why the payment is justified.' }),
  product_description: optional(evidenceText),
  delivery: optional(evidenceText).meta({
    description: 'How and when it was delivered, with tracking numbers.',
  }),
  customer_contact: optional(evidenceText).meta({
    description: 'What the customer and you wrote to each other.',
  }),
  refund_policy: optional(evidenceText).meta({ description: 'And where the customer accepted it.' }),
  file: optional(file).meta({ description: 'One more file; a dispute has at most five.' }),
  submit: optional(z.boolean()).meta({ description: 'Sends the evidence. It cannot be changed afterwards.' }),
})
export type Evidence = z.output<typeof evidenceSchema>

export const evidenceBody = named('DisputeEvidence', evidenceSchema, {
  explanation: 'The customer collected the order on 22 November and signed for it.',
  delivery: 'Signed delivery note 2041',
  file: { name: 'delivery-note.pdf', content: 'JVBERi0xLjQK' },
  submit: true,
})

const summaryFields = {
  dispute_id: z.string(),
  state: z.enum(disputeStates),
  transaction_uuid: z.string(),
  merchant_reference: z.string(),
  amount: twoPlaces.meta({ description: 'What the cardholder disputes.' }),
  fee: twoPlaces,
  deducted: twoPlaces.meta({
    description:
      'What is out of your available balance now, fee included: zero for an inquiry and after `WON`.',
  }),
  returned: twoPlaces.meta({
    description:
      'What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing.',
  }),
  currency: currencyName,
  reason_code: z.string().meta({ description: "The card scheme's code." }),
  reason: z.string(),
  reason_fr: z.string().meta({ description: 'In French, where the bank gave only the code.' }),
  respond_by: utcStamp.nullable().meta({ description: 'Until when evidence is accepted.' }),
  created_at: utcStamp,
  evidence_sent_at: utcStamp.nullable().meta({ description: 'When you sent the evidence to us.' }),
  submitted_at: utcStamp.nullable().meta({ description: 'When we filed the evidence with the bank.' }),
  closed_at: utcStamp.nullable(),
}

const disputeSummary = z.object(summaryFields).meta({ id: 'DisputeSummary' })

const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
const evidenceTexts = Object.fromEntries(
  evidenceFields.map((name) => [name, z.string().nullable()]),
) as Record<(typeof evidenceFields)[number], z.ZodNullable<z.ZodString>>

const detailFields = {
  ...summaryFields,
  payment: z.object({
    status: transactionStatus,
    amount: twoPlaces,
    refunded: twoPlaces,
    card_type: z.string(),
    card_last4: z.string(),
    customer_name: z.string(),
    paid_at: utcStamp.nullable(),
  }),
  evidence: z.object({
    ...evidenceTexts,
    sent_at: utcStamp.nullable(),
    submitted_at: utcStamp.meta({ description: 'When we filed it with the bank.' }).nullable(),
    files: z.array(
      z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int(), created_at: utcStamp }),
    ),
  }),
  allowed_actions: z.object({ send_evidence: action, accept: action }),
}
/** What can happen to a dispute, in its history and in webhooks. */
export const disputeEventNames = [
  'reported',
  'opened',
  'evidence_sent',
  'submitted',
  'reminded',
  'accepted',
  'won',
  'lost',
] as const

const historyFields = {
  event: z.enum(disputeEventNames),
  state: z.enum(disputeStates),
  balance_change: twoPlaces.meta({
    description: 'What it moved on your available balance, fee included: negative when the dispute took it.',
  }),
  by: z.enum(['bank', 'merchant', 'likuta']),
  at: utcStamp,
}
const history = z.array(z.object(historyFields).meta({ id: 'DisputeHistoryLine' }))

const disputeDetail = z.object({ ...detailFields, history }).meta({ id: 'DisputeDetail' })

/** A dispute in the detail of its payment. */
export const paymentDispute = z.object({ ...summaryFields, history }).meta({ id: 'PaymentDispute' })

const shownFields = {
  dispute_id: true,
  state: true,
  amount: true,
  deducted: true,
  returned: true,
  respond_by: true,
  submitted_at: true,
} as const
/** The dispute that a list of payments shows beside a payment: an open one first, otherwise the newest. */
export const shownDispute = disputeSummary.pick(shownFields).meta({ id: 'ShownDispute' })

export const exampleSummary = {
  dispute_id: exampleDisputeId,
  state: 'OPEN',
  transaction_uuid: exampleUuid,
  merchant_reference: 'INV-2041',
  amount: '25.50',
  fee: '15.00',
  deducted: '40.50',
  returned: '0.00',
  currency: 'USD',
  reason_code: '13.1',
  reason: 'Goods or services not received',
  reason_fr: 'Biens ou services non reçus',
  respond_by: '2026-12-07T09:30:00Z',
  created_at: '2026-11-23T09:30:00Z',
  evidence_sent_at: null,
  submitted_at: null,
  closed_at: null,
} as const

const allowed = { allowed: true, reason: null }
const exampleDetail: z.input<typeof disputeDetail> = {
  ...exampleSummary,
  payment: {
    status: 'SUCCESS',
    amount: '25.50',
    refunded: '0.00',
    card_type: 'VISA',
    card_last4: '4242',
    customer_name: 'Grâce Mukendi',
    paid_at: '2026-11-21T09:31:12Z',
  },
  evidence: {
    explanation: 'The customer collected the order on 22 November and signed for it.',
    product_description: null,
    delivery: null,
    customer_contact: null,
    refund_policy: null,
    sent_at: null,
    submitted_at: null,
    files: [
      {
        id: exampleFileId,
        name: 'delivery-note.pdf',
        type: 'application/pdf',
        size: 48_210,
        created_at: '2026-11-23T10:02:00Z',
      },
    ],
  },
  allowed_actions: { send_evidence: allowed, accept: allowed },
  history: [
    { event: 'opened', state: 'OPEN', balance_change: '-40.50', by: 'bank', at: '2026-11-23T09:30:00Z' },
  ],
}

export const disputesResponse = cappedPageResponse('Disputes', disputeSummary, exampleSummary)
export const disputeResponse = dataResponse('DisputeResponse', disputeDetail, exampleDetail)

const adminFields = {
  case_number: z.string().meta({ description: "The gateway's name of the case." }),
  merchant_code: z.string(),
  merchant_name: z.string(),
  time_zone: merchantZone,
  environment: environmentName,
}
const exampleAdmin = {
  case_number: 'CB20261123001',
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  time_zone: 'Africa/Lubumbashi',
  environment: 'sandbox',
} as const

export const adminDisputesResponse = cappedPageResponse(
  'AdminDisputes',
  z.object({ ...summaryFields, ...adminFields }).meta({ id: 'AdminDisputeSummary' }),
  { ...exampleSummary, ...exampleAdmin },
)

const adminDetail = z
  .object({
    ...detailFields,
    ...adminFields,
    history: z.array(
      z.object({
        ...historyFields,
        actor: z.string().meta({ description: 'As the audit log names it.' }),
        actor_name: z.string().meta({ description: 'The name of the merchant, or of the admin.' }),
      }),
    ),
  })
  .meta({ id: 'AdminDisputeDetail' })
export const adminDisputeResponse = dataResponse('AdminDisputeResponse', adminDetail, {
  ...exampleDetail,
  ...exampleAdmin,
  history: exampleDetail.history.map((line) => ({ ...line, actor: 'gateway', actor_name: 'gateway' })),
})

const exception = z
  .object({
    id: z.int(),
    environment: environmentName,
    case_number: z.string(),
    kind: z.enum(exceptionKinds),
    detail: z.string(),
    opened_at: zonelessStamp,
    dispute_id: z.string().nullable(),
  })
  .meta({ id: 'DisputeException' })
export const exceptionsResponse = listResponse('DisputeExceptions', exception, {
  id: 3,
  environment: 'sandbox',
  case_number: 'CB20261123001',
  kind: 'exceeds_payment',
  detail: 'disputed 25.50 USD, left of the payment 15.50 USD',
  opened_at: '2026-11-23T09:30:00.000000',
  dispute_id: exampleDisputeId,
})
export const closeSchema = z.object({ reason: reasonText() })
export const closeBody = named('DisputeExceptionDecision', closeSchema, {
  reason: 'Agreed with the bank: we carry the difference',
})
export const closedResponse = dataResponse(
  'DisputeExceptionClosed',
  z.object({ id: z.int(), state: z.literal('closed') }),
  { id: 3, state: 'closed' },
)
