import { useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { recordDecision } from '../overview/queues.ts'
import { amountOf } from '../parts/amount.ts'
import { Decision } from '../parts/decision.tsx'
import { walletTexts } from './texts.ts'
import { requestAdjustment, topUp, type WalletOwner } from './wallet.ts'

/** The top-up and adjustment dialogs. A top-up within the limit applies at once; an adjustment needs a second admin. */
export function WalletDecision({
  wallet,
  act,
  done,
  close,
}: {
  wallet: WalletOwner
  act: 'topUp' | 'adjust'
  done: () => void
  close: () => void
}) {
  const t = walletTexts()
  const { merchant_code: code, merchant_name: name } = wallet
  const [typed, setTyped] = useState('')
  const adds = act === 'topUp'
  const waits = useRef(false)
  const asMoney = (text: string) => formatMoney(amountOf(text) ?? 0, 'USD')
  return (
    <Decision
      title={(adds ? t.topUpTitle : t.adjustTitle)(name ?? code)}
      explanation={adds ? t.topUpText : t.adjustText}
      action={typed === '' ? t[act] : (adds ? t.topUpConfirm : t.adjustConfirm)(asMoney(typed))}
      onceFor={`${act} ${code} ${wallet.environment ?? ''}`}
      decide={async ({ amount: text = '', reason = '' }, key) => {
        const amount = amountOf(text)
        if (amount === undefined || (adds && amount < 0)) throw new Faults({ amount: t.amountWrong })
        if (adds) waits.current = await topUp(wallet, { amount, reason }, key)
        else await requestAdjustment(wallet, { amount, reason }, key)
        done()
        recordDecision()
      }}
      done={({ amount = '' }) =>
        !adds ? t.adjustmentRequested : waits.current ? t.topUpWaits : t.toppedUp(asMoney(amount))
      }
      close={close}
    >
      <Field
        name="amount"
        label={`${adds ? t.amount : t.signedAmount} (USD)`}
        inputMode={adds ? 'decimal' : 'text'}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
        required
      />
    </Decision>
  )
}
