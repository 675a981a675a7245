// The history of a payment, from the moves, authentications, refund requests and webhooks that the service recorded.
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Moment } from '../../ui/display/timeline.tsx'
import { reason } from '../../ui/language/reasons.ts'
import type { PaymentDetail } from '../api-types.ts'
import { disputeMoments } from '../disputes/history.ts'
import { paymentLabel } from './payment-labels.ts'
import { byText, requestMoments } from './refund.tsx'
import { paymentTexts } from './texts.ts'

/** The history of a payment: authentications, status changes and webhook attempts, in order of time. */
export function momentsOf(payment: PaymentDetail): Moment[] {
  const t = paymentTexts()
  const first: Moment = { at: payment.created_at, title: paymentLabel('move', 'created') }
  const moments: Moment[] = [
    ...payment.authentications.flatMap(({ state, created_at, authenticated_at }): Moment[] => {
      const title = paymentLabel('authentication', state)
      // An unsuccessful authentication has no recorded end time, so its outcome is shown at its start.
      if (authenticated_at === null)
        return [{ at: created_at, title, tone: state === 'failed' ? 'bad' : 'plain' }]
      return [
        { at: created_at, title: paymentLabel('authentication', 'started') },
        { at: authenticated_at, title },
      ]
    }),
    ...moveMoments(payment),
    ...payment.disputes.flatMap(disputeMoments),
    ...requestMoments(payment),
    ...payment.deliveries.flatMap(({ event_type, attempts }) =>
      attempts.map(({ at, http_status, error }) => {
        const isGood = http_status !== null && http_status >= 200 && http_status < 300
        const why = http_status === null ? reason('attempt', error ?? '') : `HTTP ${http_status}`
        return {
          at,
          title: isGood ? t.webhook.delivered : t.webhook.failed,
          detail: isGood ? paymentLabel('webhook', event_type) : why,
          tone: isGood ? ('good' as const) : ('bad' as const),
        }
      }),
    ),
  ]
  return [first, ...moments.sort((a, b) => instantOf(a.at).localeCompare(instantOf(b.at)))]
}

function moveMoments(payment: PaymentDetail): Moment[] {
  const { moves, refunds, voids, currency } = payment
  // Each refund that succeeded moved the payment once, in the order in which they were completed.
  const completed = refunds
    .filter(({ status }) => status === 'SUCCESS')
    .toSorted((a, b) => instantOf(a.completed_at ?? '').localeCompare(instantOf(b.completed_at ?? '')))
  let returns = 0
  return moves.map(({ event, to, reason_code, at }): Moment => {
    const label = paymentLabel('move', event)
    const tone = to === 'SUCCESS' ? 'good' : to === 'FAILED' || event === 'declined' ? 'bad' : 'plain'
    if (event === 'refunded' || event === 'refunded_in_part') {
      const refund = completed[returns++]
      const request = payment.refund_requests.find((each) => each.refund?.id === refund?.id)
      if (refund)
        return {
          at,
          title: `${label} · ${formatMoney(refund.amount, currency)}`,
          detail: `${refund.reason} · ${byText(request?.requested_by)}`,
          tone,
        }
    }
    const code = reason_code || (event === 'refused' ? payment.reason_code : '')
    const made = voids.findLast(({ status }) => status === 'SUCCESS') ?? voids.at(-1)
    const detail =
      event === 'voided' ? made && `${made.reason} · ${byText()}` : code && reason('refusal', code)
    return {
      at,
      title:
        event === 'charged' || event === 'voided'
          ? `${label} · ${formatMoney(payment.amount, currency)}`
          : label,
      detail,
      tone,
    }
  })
}

/**
 * Attempts of webhooks and refund requests have no fraction of a second. What they follow has one, so they are placed at the end
 * of their second.
 */
const instantOf = (at: string) => (at.includes('.') ? at : `${at.slice(0, 19)}.999999`)
