// The dialog that approves or rejects what another admin requested.
import { useRef } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { type Approval, decideApproval } from './approval.ts'
import { approvalTexts } from './texts.ts'

export type Act = 'approve' | 'reject'

export function ApprovalDecision({
  approval,
  act,
  decided,
  settled,
  close,
}: {
  approval: Approval
  act: Act
  /** Called once the service has confirmed the decision. */
  decided: () => void
  /** Called whatever the outcome, so that the page shows the current state. */
  settled: () => void
  close: () => void
}) {
  const t = approvalTexts()
  const { approval_id: id, action, requested_by, merchant_name } = approval
  const outcome = useRef<Approval['outcome']>(null)
  const approves = act === 'approve'
  const { amount, currency } = approval
  const what = amount === null ? t.acts[action] : t.of(t.acts[action], formatMoney(amount, currency))
  return (
    <Decision
      title={(approves ? t.approveTitle : t.rejectTitle)(what)}
      explanation={
        approves ? t.effects[action](requested_by, merchant_name ?? '') : t.rejectText(requested_by)
      }
      action={approves ? t.approveConfirm : t.reject}
      appearance={approves ? 'main' : 'danger'}
      decide={async ({ reason = '' }) => {
        const send = async () => {
          outcome.current = (await decideApproval(id, act, reason)).outcome
        }
        await send().finally(() => {
          settled()
          recordDecision()
        })
        decided()
      }}
      done={() => {
        if (!approves) return t.rejected
        if (outcome.current === 'FAILED') return { text: t.failed, tone: 'bad' }
        return outcome.current === 'PENDING' ? t.underWay : t.approved
      }}
      close={close}
    />
  )
}
