import { useRef } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Decision } from '../parts/decision.tsx'
import { approveRequest, type RefundRequest, rejectRequest } from './request.ts'
import type { Act } from './request-review.tsx'
import { refundRequestTexts } from './texts.ts'

type Props = {
  request: RefundRequest
  act: Act
  /** Called once the service has confirmed the decision. */
  decided: () => void
  /** Called whatever the outcome, so that the queue shows the current state. */
  settled: () => void
  close: () => void
}

/** The dialogs that approve or reject a refund request. An approval refunds the payment, once. */
export function RequestDecision({ request, act, decided, settled, close }: Props) {
  const t = refundRequestTexts()
  const { id, currency, merchant_name: merchant } = request
  const outcome = useRef<RefundRequest['state']>('APPROVED')
  const amount = formatMoney(request.amount, currency)
  const approves = act === 'approve'
  return (
    <Decision
      title={(approves ? t.approveTitle : t.rejectTitle)(amount)}
      explanation={approves ? t.approveText(merchant) : t.rejectText}
      action={approves ? t.approveConfirm(amount) : t.reject}
      appearance={approves ? 'main' : 'danger'}
      {...(!approves && { reasonHint: t.reasonHint })}
      onceFor={`${act} refund request ${id}`}
      decide={async ({ reason = '' }, key) => {
        const send = async () => {
          if (approves) outcome.current = (await approveRequest(id, reason, key)).state
          else await rejectRequest(id, reason, key)
        }
        await send().finally(settled)
        decided()
      }}
      done={() => {
        if (!approves) return t.rejected
        if (outcome.current === 'FAILED') return { text: t.failed, tone: 'bad' }
        return outcome.current === 'REFUNDED' ? t.refunded(amount) : t.underWay(amount)
      }}
      close={close}
    />
  )
}
