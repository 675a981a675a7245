// One webhook in detail: the body as it was sent, and the response to each attempt.
import { eventName, Failing, failingText, Latest } from '../../ui/deliveries/row.tsx'
import { formatMilliseconds } from '../../ui/display/duration.ts'
import { Body, Code } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { stateTexts } from '../../ui/language/states.ts'
import { Folds } from '../../ui/rows/folds.tsx'
import { StatusMark } from '../../ui/rows/icons.tsx'
import { deliveryMarks } from '../../ui/rows/marks.ts'
import type { Attempt, Delivery } from './delivery.ts'
import { deliveryTexts } from './texts.ts'

/** The webhooks of one payment or transfer, each in a fold, in the service's order. */
export function DeliveryFolds({ deliveries }: { deliveries: readonly Delivery[] }) {
  const t = deliveryTexts()
  return (
    <Folds
      label={t.title}
      empty={<p class="soft">{t.none}</p>}
      rows={deliveries.map((delivery) => ({
        key: delivery.id,
        name: eventName(delivery),
        note: failingText(delivery) && <Failing of={delivery} />,
        side: <Latest of={delivery} isInDay={false} />,
        end: <DeliveryStatus is={delivery.status} />,
        body: <DeliveryDetails delivery={delivery} />,
      }))}
    />
  )
}

export function DeliveryStatus({ is }: { is: Delivery['status'] }) {
  return <StatusMark mark={deliveryMarks[is]}>{stateTexts().delivery[is]}</StatusMark>
}

export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const t = deliveryTexts()
  return (
    <>
      <p>
        <Code>{delivery.event_type}</Code> → <Code>{delivery.url}</Code>
      </p>
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
      <details>
        <summary>{t.body}</summary>
        <Body text={delivery.body} label={t.body} />
      </details>
    </>
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
function responseText({ http_status, error }: Attempt): string {
  return http_status === null ? reason('attempt', error ?? '–') : `HTTP ${http_status}`
}
