// Reads the status of a transaction for the merchant that owns it.
import type { z } from 'zod'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { toSentKeys } from '../../platform/database/batch-rows.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { cardProblems } from '../transaction/problems.ts'
import { findStatuses, type StatusRow } from '../transaction/queries.ts'
import { type statusResponse, statusSchema } from './schemas.ts'

type StatusResponse = z.output<typeof statusResponse>

export type Statuses = {
  /**
   * Returns the status of a transaction, or 'stale' when the merchant has changed since it was read.
   * @throws Problem 404 when the transaction does not exist or belongs to another merchant.
   */
  read(merchant: Merchant, body: unknown): Promise<StatusResponse | 'stale'>
}

export function openStatuses({ db }: { db: Database }): Statuses {
  const find = coalescingBatch<string, StatusRow | undefined>(async (uuids) => {
    const rows = new Map(
      (await db.rows(findStatuses, [toSentKeys(uuids)])).map((row) => [row.transaction_uuid, row]),
    )
    return uuids.map((uuid) => rows.get(uuid))
  })
  return {
    async read(merchant, body) {
      const { transaction_uuid } = check(statusSchema, body, 'body')
      const row = await find(transaction_uuid)
      // guard: payment-status-owner
      if (!row || row.merchant_id !== merchant.id) throw new Problem(cardProblems.transaction_not_found)
      if (row.version !== merchant.version) return 'stale'
      return { status: 'success', data: renderStatus(row) }
    },
  }
}

function renderStatus(row: StatusRow): StatusResponse['data'] {
  const amount =
    row.amount_minor === null || row.currency === null
      ? ''
      : formatMoney(money(row.amount_minor, row.currency))
  return {
    amount,
    currency: row.currency ?? '',
    merchant_reference: row.merchant_reference,
    message: row.message,
    transaction_uuid: row.transaction_uuid,
    transaction_status: row.status,
    card_type: row.card_type,
    card_last4: row.card_last4,
    card_expiry_date: row.card_expiry_date,
    card_bin_country: row.card_bin_country,
    card_issuer: row.card_issuer,
    card_scheme: row.card_scheme,
  }
}
