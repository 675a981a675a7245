// Rows of batches of refunds as merchants read them.
import { z } from 'zod'
import type { RowFields } from '../../batches/fields.ts'
import type { ListedRow } from '../../batches/queries.ts'
import { endOf, renderCommon } from '../../batches/routes/responses.ts'
import { commonTitles, stateNames } from '../../batches/routes/result-titles.ts'
import { commonRow, rowsResponseOf } from '../../batches/routes/schemas.ts'
import { localCurrencies } from '../../kernel/money.ts'
import type { Titles } from '../../platform/documents/separated-file.ts'
import { amountNumber } from '../../platform/http/body/json.ts'
import type { Line } from '../../platform/http/downloads.ts'
import { exampleRequestId } from '../refund-requests/schemas.ts'
import { exampleUuid } from '../transaction/schemas.ts'

const rowFields = {
  ...commonRow,
  transaction_uuid: z.string().nullable().meta({ description: 'Null if no payment was found.' }),
  cs_payment_id: z.string().nullable().meta({ description: 'As uploaded; null once it was erased.' }),
  merchant_reference: z.string().nullable(),
  amount: z.number().nullable().meta({ description: 'What is refunded; null before the check.' }),
  currency: z.enum(localCurrencies),
  reason: z.string().nullable(),
}

const refundRow = z.object({
  ...rowFields,
  would_hold: z.boolean().meta({ description: 'Whether it would wait for an approval, as of the check.' }),
  refund_request_id: z.string().nullable(),
})

const adminRefundRow = z.object({
  ...rowFields,
  refund_id: z.int().nullable().meta({ description: 'As in the history of refunds of the payment.' }),
})

const exampleRow = {
  row: 1,
  state: 'SUCCESSFUL',
  transaction_uuid: exampleUuid,
  cs_payment_id: null,
  merchant_reference: 'INV-2041',
  amount: 25.5,
  currency: 'USD',
  reason: 'The concert was cancelled',
  repeats: null,
  errors: [],
  completed_at: '2026-11-21T09:41:12.000311',
} as const

export const refundRowsResponse = rowsResponseOf('RefundBatchRows', refundRow, {
  ...exampleRow,
  errors: [],
  would_hold: false,
  refund_request_id: exampleRequestId,
})
export const adminRefundRowsResponse = rowsResponseOf('AdminRefundBatchRows', adminRefundRow, {
  ...exampleRow,
  errors: [],
  refund_id: 4711,
})

/** A row with the fields by which people know it; null once they are erased. */
function renderFields(fields: RowFields, row: ListedRow) {
  return {
    ...renderCommon(row),
    transaction_uuid: row.subject,
    cs_payment_id: fields.cs_payment_id || null,
    merchant_reference: fields.merchant_reference || null,
    amount: amountNumber(row.amount),
    currency: row.currency as (typeof localCurrencies)[number],
    reason: fields.reason ?? null,
  }
}

export const renderRefundRow = (fields: RowFields, row: ListedRow) => ({
  ...renderFields(fields, row),
  refund_request_id: row.outcome,
})

/** As admins read it. Nothing of it waits: its confirmation was its approval. */
export function renderAdminRefundRow(fields: RowFields, row: ListedRow) {
  const { would_hold: _, ...rendered } = renderFields(fields, row)
  return { ...rendered, refund_id: row.outcome === null ? null : Number(row.outcome) }
}

const columnsWith = (id: string) => [
  ...['row', 'transaction_uuid', 'cs_payment_id', 'merchant_reference', 'state', 'amount', 'currency'],
  ...['reason', id, 'code', 'message', 'completed_at'],
]
export const resultColumns = columnsWith('refund_request_id')
export const adminResultColumns = columnsWith('refund_id')

export const resultTitles: Titles = {
  fr: {
    ...commonTitles.fr,
    transaction_uuid: 'Paiement',
    cs_payment_id: 'Identifiant du paiement par carte',
    merchant_reference: 'Votre référence',
    amount: 'Montant',
    currency: 'Devise',
    reason: 'Motif',
    refund_request_id: 'Demande de remboursement',
  },
  en: {
    ...commonTitles.en,
    transaction_uuid: 'Payment',
    cs_payment_id: 'Card payment ID',
    merchant_reference: 'Your reference',
    amount: 'Amount',
    currency: 'Currency',
    reason: 'Reason',
    refund_request_id: 'Refund request',
  },
}
export const resultStates: Titles = {
  fr: { ...stateNames.fr, HELD: 'À approuver', SUCCESSFUL: 'Remboursée' },
  en: { ...stateNames.en, HELD: 'To approve', SUCCESSFUL: 'Refunded' },
}

/** Admins know a refund by its own id. */
export const adminResultTitles: Titles = {
  fr: { ...resultTitles.fr, merchant_reference: 'Référence', refund_id: 'Remboursement' },
  en: { ...resultTitles.en, merchant_reference: 'Reference', refund_id: 'Refund' },
}

/** The line of a row in the result of its batch, with the id of what it became. */
export function resultLine(fields: RowFields, listed: ListedRow): Line {
  const row = renderFields(fields, listed)
  return [
    ...[String(row.row), row.transaction_uuid, row.cs_payment_id, row.merchant_reference, row.state],
    ...[row.amount?.rawJSON ?? null, row.currency, row.reason, listed.outcome, ...endOf(row)],
  ]
}
