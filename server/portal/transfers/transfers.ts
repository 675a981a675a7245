// Transfers in the portal: list, search and detail, each with its webhook deliveries.

import { operatorCodes } from '../../kernel/operators.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Choices, rangeOf, readPageOf } from '../../platform/http/lists/list-query.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { transferSubject } from '../../remittance/transfer/timeline.ts'
import { transferStatuses } from '../../remittance/transfer/transfer.ts'
import { readTransferDetail } from '../../remittance/transfers/detail.ts'
import { transferList, transferSummaryWithFee } from '../../remittance/transfers/list.ts'
import { searchTransfers } from '../../remittance/transfers/search.ts'
import { type ReceiptNeeds, transferReceiptLink } from '../../remittance/transfers/transfer-receipt.ts'
import { deliveriesAbout } from '../../webhooks/delivery/deliveries.ts'
import { foundPage, maxSearched } from '../found-page.ts'

export type TransferNeeds = ReceiptNeeds & { secrets: Secrets }

export const transferChoices: Choices = {
  status: transferStatuses,
  kind: ['operator', operatorCodes],
  isSearched: true,
  isZoned: true,
}

/** Lists transfers, newest first. A search examines only the newest matches. @throws InvalidBody */
export async function transfersPage({ db }: Pick<TransferNeeds, 'db'>, session: Session, query: unknown) {
  const { q, page, limit, ...filter } = readPageOf(transferChoices, query)
  const range = rangeOf({ page, limit })
  const found =
    q === undefined
      ? { ...(await transferList.page(db, session, filter, range)), isCut: false }
      : await searchTransfers(db, session, q, { filter, range, most: maxSearched })
  return foundPage({ page, limit }, found, transferSummaryWithFee)
}

/** @throws Problem 404 */
export async function transferDetail(needs: TransferNeeds, session: Session, transactionId: string) {
  const { merchantId: id, environment } = session
  const found = await readTransferDetail(needs, { id, environment }, transactionId)
  const [receipt_link, deliveries] = await Promise.all([
    transferReceiptLink(needs, found.id, found.detail.status),
    deliveriesAbout(needs.db, session, transferSubject(found.id)),
  ])
  return { ...found.detail, receipt_link, deliveries }
}
