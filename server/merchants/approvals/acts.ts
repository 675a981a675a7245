// What payouts and refund requests do once a second user of the merchant has decided.
import type { Tx } from '../../platform/database/database.ts'
import type { Session } from '../sign-in/bearer.ts'
import type { ProvenCall } from '../step-up/step-up.ts'
import type { RuleKind } from './rules.ts'

/** How what was approved goes on: locks it first, so that it is locked before its approval as everywhere. */
export type MerchantActs = Readonly<
  Record<
    RuleKind,
    {
      lock(sql: Tx, id: bigint): Promise<void>
      /** Continues what waited; an admin may still have to approve it. Returns what follows after the commit. */
      approved(
        sql: Tx,
        id: bigint,
        session: Session,
        from: ProvenCall['from'],
      ): Promise<(() => Promise<void>) | undefined>
      rejected(
        sql: Tx,
        id: bigint,
        why: { by: string; reason: string; session: Session; from: ProvenCall['from'] },
      ): Promise<void>
    }
  >
>
