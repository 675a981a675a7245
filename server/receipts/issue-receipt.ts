// Issues receipts: the signed token of a payment or transfer, its code, and the address of the page that verifies it.
import type { Sql } from '../platform/database/database.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openSigningKeys } from './keys.ts'
import { receiptCode } from './receipt-codes.ts'
import type { ReceiptFacts, ReceiptSubject } from './receipt-facts.ts'
import { receiptToken } from './token.ts'

export type Receipt = {
  /** The token. */
  receipt: string
  code: string
  key_id: string
  url: string
}

export type IssueReceipt = (subject: ReceiptSubject, facts: ReceiptFacts) => Promise<Receipt>

/** Returns a function that issues receipts, each with the state of the moment at which it is issued. */
export function openReceipts(needs: {
  db: Sql
  secrets: Secrets
  clock: Clock
  baseUrl: string
}): IssueReceipt {
  const { db, clock, baseUrl } = needs
  const signingKey = openSigningKeys(needs)
  return async (subject, facts) => {
    const at = clock.now()
    // guard: receipt-signing-environment
    const signing = signingKey(facts.environment)
    const [code, key] = await Promise.all([receiptCode(db, subject, at), signing])
    const receipt = receiptToken(facts, { code, key, at })
    return { receipt, code, key_id: key.keyId, url: verificationLink(baseUrl, receipt) }
  }
}

/** The token is in the fragment, which browsers do not send, so that it reaches no log. */
export const verificationLink = (baseUrl: string, receipt: string) => `${baseUrl}/verify#${receipt}`
