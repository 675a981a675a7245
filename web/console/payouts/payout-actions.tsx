// What an admin may do about a payout besides deciding it: cancel it, inquire at the operator, and end by hand what nothing else ends.
import { useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Right } from '../frame/rights.ts'
import { Actions } from '../parts/actions.tsx'
import { Decision } from '../parts/decision.tsx'
import { cancelPayout, inquirePayout, type PayoutDetail, requestEnd } from './payout.ts'
import { payoutActionTexts } from './texts.ts'

type Act = 'cancel' | 'inquire' | 'fail' | 'paid'
const rights: Readonly<Record<string, Right>> = {
  cancel: 'move_money',
  inquire: 'operations',
  fail: 'move_money',
  paid: 'move_money',
}
const acts = ['cancel', 'inquire', 'fail', 'paid'] as const satisfies readonly Act[]

/** Nothing for a payout that needs nobody. */
export function PayoutActions({ payout, settled }: { payout: PayoutDetail; settled: () => void }) {
  const t = payoutActionTexts()
  const [act, setAct] = useState<Act>()
  const { allowed_actions: actions } = payout
  const offered = acts.filter((each) => actions[each].allowed)
  if (offered.length === 0) return null
  const labels = Object.fromEntries(offered.map((each) => [each, labelOf(payout, each)]))
  return (
    <>
      <Actions actions={actions} labels={labels} rights={rights} take={(name) => setAct(name as Act)} />
      {act && (
        <Acting key={act} payout={payout} act={act} settled={settled} close={() => setAct(undefined)} />
      )}
    </>
  )

  function labelOf({ destination }: PayoutDetail, each: Act): string {
    return each === 'fail' ? t.fail[destination.type] : t[each]
  }
}

type Acted = { payout: PayoutDetail; act: Act; settled: () => void; close: () => void }

function Acting({ payout, act, settled, close }: Acted) {
  const t = payoutActionTexts()
  const reply = useRef('')
  const { payout_id: id, merchant_code: code, destination } = payout
  const amount = formatMoney(payout.amount, payout.currency)
  const { title, text, action, done } = {
    cancel: { title: t.cancelTitle(amount), text: t.cancelText, action: t.cancel, done: t.cancelled },
    inquire: { title: t.inquireTitle, text: t.inquireText, action: t.inquire, done: '' },
    fail: {
      title: t.failTitle(amount),
      text: t.failText[destination.type],
      action: t.fail[destination.type],
      done: t.endRequested,
    },
    paid: { title: t.paidTitle(amount), text: t.paidText, action: t.paid, done: t.endRequested },
  }[act]
  const send = async (reason: string) => {
    if (act === 'cancel') await cancelPayout(code, id)
    else if (act === 'inquire') reply.current = t.replies[await inquirePayout(id, reason)]
    else await requestEnd(id, act, reason)
  }
  return (
    <Decision
      title={title}
      explanation={text}
      action={action}
      appearance={act === 'inquire' ? 'main' : 'danger'}
      reason={act === 'cancel' ? 'none' : 'required'}
      decide={({ reason = '' }) => send(reason).finally(settled)}
      done={() => reply.current || done}
      close={close}
    />
  )
}
