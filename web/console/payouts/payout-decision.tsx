// The buttons and dialogs that approve or reject a payout.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { targetName } from '../../ui/payouts/payout-facts.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { recordDecision } from '../overview/queues.ts'
import { WhyNot } from '../parts/actions.tsx'
import { Decision } from '../parts/decision.tsx'
import { decidePayout, type Payout } from './payout.ts'
import { payoutsTexts } from './texts.ts'

type Act = 'approve' | 'reject'
type After = {
  /** Called once the service has confirmed the decision. */
  decided?: () => void
  /** Called whatever the outcome, so that the page shows the current state. */
  settled: () => void
}

/** Nothing for a payout that waits for nobody. */
export function PayoutDecision({ payout, ...after }: { payout: Payout } & After) {
  const t = payoutsTexts()
  const [act, setAct] = useState<Act>()
  if (payout.state !== 'REQUESTED') return null
  const { approve, reject } = payout.allowed_actions
  return (
    <div class="actions">
      {reject.allowed && (
        <ActButton right="move_money" appearance="danger" onClick={() => setAct('reject')}>
          {t.reject}…
        </ActButton>
      )}
      {approve.allowed && (
        <ActButton right="move_money" appearance="main" onClick={() => setAct('approve')}>
          {t.approve}…
        </ActButton>
      )}
      <WhyNot action={approve} />
      {act && <Deciding payout={payout} act={act} close={() => setAct(undefined)} {...after} />}
    </div>
  )
}

function Deciding({
  payout,
  act,
  decided,
  settled,
  close,
}: { payout: Payout; act: Act; close: () => void } & After) {
  const t = payoutsTexts()
  const { payout_id: id, merchant_name: merchant, destination, hold_reason } = payout
  const amount = formatMoney(payout.amount, payout.currency)
  const approves = act === 'approve'
  const approveText =
    hold_reason === 'merchant_suspended'
      ? t.approveHeld(merchant)
      : t.approveText[destination.type](targetName(destination), merchant)
  return (
    <Decision
      title={(approves ? t.approveTitle : t.rejectTitle)(amount)}
      explanation={approves ? approveText : t.rejectText}
      action={approves ? t.approveConfirm(amount) : t.reject}
      appearance={approves ? 'main' : 'danger'}
      {...(!approves && { reasonHint: t.reasonHint })}
      onceFor={`${act} payout ${id}`}
      decide={async ({ reason = '' }, key) => {
        const send = decidePayout(id, act, reason, key)
        await send.finally(() => {
          settled()
          recordDecision()
        })
        decided?.()
      }}
      done={approves ? t.approved(amount) : t.rejected}
      close={close}
    />
  )
}
