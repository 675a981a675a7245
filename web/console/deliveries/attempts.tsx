// One webhook in detail: the body as it was sent, and the response to each attempt.
import { formatMilliseconds } from '../../ui/display/duration.ts'
import { Body, Code } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { State } from '../states.tsx'
import type { Attempt, Delivery } from './delivery.ts'
import { deliveryTexts } from './texts.ts'

/** Webhooks, each in a fold, in the service's order: newest first. */
export function DeliveryFolds({ deliveries }: { deliveries: readonly Delivery[] }) {
  const t = deliveryTexts()
  if (deliveries.length === 0) return <p class="soft">{t.none}</p>
  return (
    <ul class="folds">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <details>
            <summary>
              <span>{delivery.event_type}</span> <State of="delivery" is={delivery.status} />
            </summary>
            <DeliveryDetails delivery={delivery} />
          </details>
        </li>
      ))}
    </ul>
  )
}

export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const t = deliveryTexts()
  return (
    <div class="stack">
      <p>
        <Code>{delivery.url}</Code>
      </p>
      <Body text={delivery.body} label={t.body} />
      {delivery.attempts.length === 0 ? (
        <p class="soft">{t.noAttempt}</p>
      ) : (
        <Timeline moments={delivery.attempts.map(momentOf)} />
      )}
      {delivery.next_attempt_at && (
        <p class="soft">
          {t.nextAttempt} <Time at={delivery.next_attempt_at} look="exact" />
        </p>
      )}
    </div>
  )
}

function momentOf(attempt: Attempt) {
  const good = attempt.http_status !== null && attempt.http_status < 300
  return {
    at: attempt.at,
    title: responseText(attempt),
    detail: [formatMilliseconds(attempt.duration_ms), attempt.response_head].filter(Boolean).join(' · '),
    tone: good ? ('good' as const) : ('bad' as const),
  }
}

/** "HTTP 503", or why there was no response. */
export function responseText({ http_status, error }: Attempt): string {
  return http_status === null ? reason('attempt', error ?? '–') : `HTTP ${http_status}`
}
