// Issues receipts: the signed token of a payment or transfer, its code, and the address of the page that verifies it.

import { sign } from 'node:crypto'
import type { z } from 'zod'
import type { Sql } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openSigningKeys, type SigningKey } from './keys.ts'
import { receiptCode } from './receipt-codes.ts'
import type { ReceiptFacts, ReceiptSubject } from './receipt-facts.ts'
import type { receiptResponse } from './schemas.ts'

const maxTokenBytes = 299
/** The Base64 of a 64-byte signature, and the dot before it. */
const signatureBytes = 87
const maxContentBytes = Math.floor(((maxTokenBytes - signatureBytes) * 3) / 4)

/** @param as.at the time at which the facts were read. */
export function receiptToken(
  facts: ReceiptFacts,
  { code, key, at }: { code: string; key: SigningKey; at: Temporal.Instant },
): string {
  const content = {
    k: key.keyId,
    c: code,
    m: '',
    a: facts.amount,
    u: facts.currency,
    r: '',
    t: secondsOf(facts.paidAt),
    s: facts.state,
    i: secondsOf(at),
    z: minutesOf(facts),
  }
  const texts = textsThatFit(facts, maxContentBytes - bytesOf(content) + 4)
  const signed = Buffer.from(JSON.stringify({ ...content, ...texts })).toString('base64url')
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** Shortens name and reference to what is left of the token: each may take half, and what the other does not need. */
function textsThatFit({ merchant, reference }: ReceiptFacts, room: number): { m: string; r: string } {
  const half = Math.floor(room / 2)
  const r = shortened(reference, Math.max(half, room - bytesOf(merchant)))
  return { m: shortened(merchant, room - bytesOf(r)), r }
}

/** Cuts a text after a whole character and marks the cut. */
function shortened(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text
  const characters = [...text]
  while (bytesOf(`${characters.join('')}…`) > maxBytes) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** The bytes a value takes in JSON. Both quotation marks of a text count. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** How far the merchant's clock is ahead of UTC at the time of the payment: 60 in Kinshasa. */
const minutesOf = ({ paidAt, timeZone }: ReceiptFacts) =>
  Math.round(paidAt.toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9)

const secondsOf = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / 1_000)

export type Receipt = z.output<typeof receiptResponse>['data']

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
const verificationLink = (baseUrl: string, receipt: string) => `${baseUrl}/verify#${receipt}`
