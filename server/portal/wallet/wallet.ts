// The remittance wallet in the portal: balance, history and daily settlements.
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { paged, rangeOf, readPage, readPageOf } from '../../platform/http/lists/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { listSettlements } from '../../remittance/settlements/settlement.ts'
import { balanceOf, walletHistory } from '../../remittance/wallets/merchant-reads.ts'

export type WalletNeeds = { db: Sql; clock: Clock }

const ownerOf = ({ merchantId: id, environment }: Session) => ({ id, environment })

export function walletBalance({ db, clock }: WalletNeeds, session: Session) {
  return balanceOf(db, ownerOf(session), clock.now())
}

/** Lists the wallet's history, newest first. @throws InvalidBody */
export async function walletLines({ db }: WalletNeeds, session: Session, query: unknown) {
  const page = readPage(query)
  return paged(page, await walletHistory(db, ownerOf(session), rangeOf(page)))
}

/** Lists daily settlements, newest first. @throws InvalidBody */
export async function settlementsPage({ db }: WalletNeeds, session: Session, query: unknown) {
  const { from, to, ...page } = readPageOf({}, query)
  return paged(page, await listSettlements(db, ownerOf(session), { from, to, ...rangeOf(page) }))
}
