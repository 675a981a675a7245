// Sends a test event at once, outside the outbox, and returns the endpoint's response to the merchant. It is never retried.
import { newId } from '../../kernel/id.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'
import type { Outbound } from '../../platform/network/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import {
  authorizationHeader,
  openCallbackSecrets,
  previousSecret,
  type SealedSecrets,
} from '../receiver-credentials.ts'
import { attemptHeaders } from '../sign.ts'

const findCallbackSecrets = commonStatement<SealedSecrets & { callback_credentials_sealed: Buffer | null }>(
  'find_callback_secrets',
  `select m.callback_secret_sealed, ${previousSecret('$2')}, m.callback_credentials_sealed from merchant m where m.id = $1`,
)

type ReceiverNeeds = { db: Sql; secrets: Secrets; wallClock: Clock }

/** The secrets that sign what is sent to a merchant's webhook URL, and the headers by which its server lets it in. */
export async function receiverOf(
  { db, secrets, wallClock }: ReceiverNeeds,
  { merchantId, url }: { merchantId: bigint; url: string },
): Promise<{ secrets: string[]; headers: Record<string, string> }> {
  const [row] = await db.rows(findCallbackSecrets, [merchantId, wallClock.now()])
  if (!row) throw new Error('no merchant has this id')
  const sealed = row.callback_credentials_sealed
  return {
    secrets: openCallbackSecrets(secrets, merchantId, row),
    headers: authorizationHeader(secrets, { merchantId, url, sealed }),
  }
}

/** Signs as a delivery would; waits for the response as long as a delivery would. */
export async function sendTestEvent(
  needs: ReceiverNeeds & { outbound: Outbound },
  event: { merchantId: bigint; url: string; body: object; signed?: boolean },
) {
  const { outbound, wallClock } = needs
  const { url } = event
  const receiver = await receiverOf(needs, event)
  const body = JSON.stringify(event.body)
  const sent = { event_id: newId(), signed: event.signed ?? true, body }
  const signed = attemptHeaders(sent, {
    attempt: 1,
    unixSeconds: unixSeconds(wallClock.now()),
    signingSecrets: () => receiver.secrets,
  })
  const delivery = await outbound.post({ url, body, headers: { ...signed, ...receiver.headers } })
  const duration_ms = delivery.durationMs
  if (delivery.kind === 'failed')
    return { delivered: false, http_status: null, duration_ms, error: delivery.error }
  const { status } = delivery
  return { delivered: status >= 200 && status < 300, http_status: status, duration_ms, error: null }
}
