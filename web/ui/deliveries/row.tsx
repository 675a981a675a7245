// The parts of a webhook's row, the same for merchants and admins: the event in words, what it is about, and what came back.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../display/amount.tsx'
import { formatMilliseconds } from '../display/duration.ts'
import { formatTime, Time } from '../display/time.tsx'
import { locale } from '../language/language.ts'
import { reason } from '../language/reasons.ts'
import { stateTexts } from '../language/states.ts'
import { webhookTexts } from './texts.ts'

type Attempt = Pick<
  schemas.DeliveryDetail['attempts'][number],
  'at' | 'http_status' | 'error' | 'duration_ms'
>
type Delivery = Pick<
  schemas.DeliveryDetail,
  'event_type' | 'about' | 'status' | 'next_attempt_at' | 'created_at'
> & { attempts: readonly Attempt[] }

/** The event in words, with its outcome where it reports one. */
export function eventName({ event_type, about }: Pick<Delivery, 'event_type' | 'about'>): string {
  const t = webhookTexts()
  const states = stateTexts()
  const outcome = about?.outcome ?? ''
  if (event_type === 'PAYMENT' && (outcome === 'SUCCESS' || outcome === 'FAILED')) return t.payment[outcome]
  if (event_type === 'REMITTANCE' && outcome)
    return t.transfer(wordOf(states.transfer, outcome).toLocaleLowerCase(locale()))
  if (event_type === 'VOID') return states.payment.VOIDED
  return wordOf(t.events, event_type)
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(words, code) ? (words[code] as string) : code
}

/** @param base the address of the pages of payments and transfers: /portal or /console */
export function About({ of, base }: { of: NonNullable<Delivery['about']>; base: string }) {
  const { type, id, reference, amount, currency } = of
  return (
    <>
      <a href={`${base}/${type}s/${encodeURIComponent(id)}`}>{reference}</a>
      {/* A line ends before the point, not after it. */}
      {amount !== null && (
        <>
          {' '}
          <span class="nowrap">· {formatMoney(amount, currency)}</span>
        </>
      )}
    </>
  )
}

/** The latest attempt: what came back, after how long, and when. */
export function Latest({ of: { attempts, created_at }, isInDay }: { of: Delivery; isInDay: boolean }) {
  const latest = attempts.at(-1)
  const time = <Time at={latest?.at ?? created_at} look={isInDay ? 'clock' : 'list'} />
  if (!latest) return time
  return (
    <>
      {latest.http_status !== null && (
        <>
          <span class="nowrap">HTTP {latest.http_status}</span>{' '}
          <span class="nowrap wide">· {formatMilliseconds(latest.duration_ms)} </span>
          {'· '}
        </>
      )}
      {time}
    </>
  )
}

/** Why a webhook has not arrived yet, how often it was tried, and when it is tried next; undefined about any other. */
export function failingText({ attempts, status, next_attempt_at }: Delivery): string | undefined {
  const t = webhookTexts()
  const latest = attempts.at(-1)
  if (!latest || status === 'DELIVERED') return undefined
  const failures = t.failures(attempts.length)
  const why =
    latest.http_status === null ? `${reason('attempt', latest.error ?? '–')} (${failures})` : failures
  return status === 'PENDING' && next_attempt_at
    ? `${why} · ${t.next(formatTime(next_attempt_at, 'list'))}`
    : why
}

export function Failing({ of }: { of: Delivery }) {
  const text = failingText(of)
  return text === undefined ? null : <span class="failing">{text}</span>
}
