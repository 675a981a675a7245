// The workers that send messages, one for each kind of channel, so that a gateway that hangs delays no email. A message is claimed
// before the call and its result recorded under the same claim. Email is sent at least once, always under the same id; a
// channel that accepts no repeats is called at most once after it may have received the message.
import { jitter, newId } from '../../kernel/id.ts'
import { move } from '../../kernel/moves.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { startPool } from '../../platform/process/concurrency.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { maxAttempts, nextAttempt } from '../../platform/time/retry-schedule.ts'
import type { Channel, Channels, SendResult } from '../channel.ts'
import type { ChannelKind } from '../content.ts'
import { payerChoice } from '../payer-opt-out.ts'
import { forgetAllowances, returnAllowance, takeAllowance } from './allowance.ts'
import { outgoing } from './email-layout.ts'
import {
  type ClaimedMessage,
  claimMessages,
  deleteOldIncidents,
  deleteOldMessages,
  type MessageEvent,
  maxDeleted,
  messageMoves,
  postponeMessage,
  recordResult,
} from './queries.ts'

/** For the holders of accounts and to admins, whose addresses were not typed by a stranger. */
const leavesSandbox = (audience: ClaimedMessage['audience']) => audience === 'account' || audience === 'admin'

/** Whether the message is only shown in the simulators' inbox, however the deployment sends. */
const staysInSandbox = ({ environment, audience }: Pick<ClaimedMessage, 'environment' | 'audience'>) =>
  environment === 'sandbox' && !leavesSandbox(audience)

/**
 * Returns the channel, or undefined if the deployment has none for the message. Messages about sandbox payments are only shown
 * in the simulators' inbox: whoever signs up there could otherwise send emails to any address.
 */
function channelOf(
  { environment, audience, channel }: Pick<ClaimedMessage, 'environment' | 'audience' | 'channel'>,
  channels: Channels,
): Channel | undefined {
  // guard: sandbox-messages-stay
  if (environment === 'sandbox' && !(leavesSandbox(audience) && channels[channel])) return channels.inbox
  return channels[channel]
}

type MessageNeeds = {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  /** For the links in messages. */
  baseUrl: string
  secrets: Secrets
  /** Divides the waits between attempts; other than 1 only in a sandbox that is sped up. */
  speed: number
}

const slots = 8
/** Longer than a call to any channel can take. */
const leaseSeconds = 90
/** How long a message waits for its address. */
const longestWait = { hours: 24 }
const retention = { hours: 24 * 90 }

const kinds: readonly ChannelKind[] = ['email', 'sms', 'whatsapp']

/** Starts the workers; wake them after a commit that wrote a message. */
export function startMessages(needs: MessageNeeds): Loop[] {
  return kinds.map((kind) =>
    startPool(
      needs.log,
      { name: `sending of messages by ${kind}`, idleMs: 1_000, isPrompt: true, slots },
      (free) => claim(needs, kind, free),
      (claimed) => deliver(needs, claimed),
    ),
  )
}

type Claimed = { message: ClaimedMessage; leaseToken: string }

async function claim({ db, clock }: MessageNeeds, kind: ChannelKind, free: number): Promise<Claimed[]> {
  const now = clock.now()
  const leaseToken = newId()
  const messages = await db.rows(claimMessages, [
    kind,
    now,
    leaseToken,
    now.add({ seconds: leaseSeconds }),
    free,
  ])
  return messages.map((message) => ({ message, leaseToken }))
}

async function deliver(needs: MessageNeeds, { message, leaseToken }: Claimed): Promise<void> {
  const { db, clock } = needs
  const { event: outcome, reason, postponedTo } = await attempt(needs, message)
  if (postponedTo) {
    await db.rows(postponeMessage, [message.id, leaseToken, postponedTo])
    return
  }
  const now = clock.now()
  const retryAt = outcome ? undefined : timeOfNext(needs, message, now)
  const event = outcome ?? (retryAt ? undefined : 'exhausted')
  const state = event ? move(messageMoves, 'QUEUED', event) : 'QUEUED'
  await db.rows(recordResult, [message.id, leaseToken, state, retryAt ?? null, reason ?? null, now])
  logResult(needs.log, message, { event, reason })
}

function logResult(
  log: Log,
  { message_id, kind, attempts }: ClaimedMessage,
  { event, reason }: Verdict,
): void {
  const fields = { event_id: message_id, event: kind, attempt: attempts, ...(reason && { reason }) }
  if (event === 'sent') log.debug('message sent', fields)
  else if (event === 'unwanted') log.debug('message not wanted', fields)
  else if (event) log.warn('message not sent', { ...fields, state: event })
  else log.info('message will be sent again', fields)
}

/** What an attempt led to; without an event it may be repeated. */
type Verdict = {
  event?: MessageEvent | undefined
  reason?: string | undefined
  /** Of a message that was not tried, because its address has had enough for this hour. */
  postponedTo?: Temporal.Instant
}

async function attempt(needs: MessageNeeds, message: ClaimedMessage): Promise<Verdict> {
  const channel = channelOf(message, needs.channels)
  if (!channel) return { event: 'exhausted', reason: 'no_channel' }
  // guard: message-repeat-after-crash
  if (message.was_claimed && !channel.acceptsRepeats) return { event: 'lost', reason: 'worker_died' }
  if (message.attempts > maxAttempts) return { event: 'exhausted', reason: 'worker_died' }
  const choice = await choiceOf(needs, message)
  // guard: unwanted-message
  if (choice?.isUnwanted) return { event: 'unwanted' }
  const send = () => channel.send(outgoing(message, needs, choice?.path))
  if (staysInSandbox(message)) return verdictOf(await send(), channel)
  const now = needs.clock.now()
  const freeAt = await takeAllowance(needs.db, message, now)
  // A flood ends: what has waited for a day says nothing new any more.
  if (freeAt && Temporal.Instant.compare(message.created_at.add(longestWait), freeAt) < 0)
    return { event: 'exhausted', reason: 'too_many_an_hour' }
  if (freeAt) return { postponedTo: freeAt }
  const result = await send()
  if (result.kind === 'failed') await returnAllowance(needs.db, message, now)
  return verdictOf(result, channel)
}

/** Whether a payer wants the message, decided when it is sent; undefined for messages that cannot be stopped. */
async function choiceOf({ db, secrets }: MessageNeeds, message: ClaimedMessage) {
  const { audience, channel, environment, merchant_id: merchantId, address } = message
  if (audience !== 'payer' || channel !== 'email' || merchantId === null) return undefined
  return payerChoice(db, secrets, { environment, merchantId, address })
}

function verdictOf(result: SendResult, { acceptsRepeats }: Channel): Verdict {
  if (result.kind === 'sent') return { event: 'sent' }
  const { reason } = result
  if (result.kind === 'refused') return { event: 'refused', reason }
  // guard: message-repeat-after-unknown
  if (result.kind === 'unknown' && !acceptsRepeats) return { event: 'lost', reason }
  return { reason }
}

function timeOfNext({ speed }: MessageNeeds, { attempts: attempt }: ClaimedMessage, now: Temporal.Instant) {
  return nextAttempt({ attempt, now, chance: jitter(0.2), speed })
}

/** Deletes messages and incidents of three months ago; returns true when there may be more. */
export async function forgetMessages({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const before = clock.now().subtract(retention)
  const messages = await db.rows(deleteOldMessages, [before])
  const incidents = await db.rows(deleteOldIncidents, [before])
  const hasMoreAllowances = await forgetAllowances(db, clock.now())
  return hasMoreAllowances || messages.length === maxDeleted || incidents.length === maxDeleted
}
