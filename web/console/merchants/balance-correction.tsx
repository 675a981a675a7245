// The dialog that requests a correction of a merchant's card balance, which another admin approves.
import { currencies } from '../../ui/display/constants.generated.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { postOnce } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { amountOf } from '../parts/amount.ts'
import { Decision } from '../parts/decision.tsx'
import { merchantTexts } from './texts.ts'

type Props = { code: string; name: string; changed: () => void; close: () => void }

export function BalanceCorrection({ code, name, changed, close }: Props) {
  const t = merchantTexts()
  const path = `/merchants/${encodeURIComponent(code)}/balance/adjustments`
  return (
    <Decision
      title={t.adjustTitle(name)}
      explanation={t.adjustText}
      action={t.adjustAction}
      onceFor={`balance ${code}`}
      decide={async ({ amount: typed = '', type, currency, counterparty, reason }, key) => {
        const amount = amountOf(typed)
        if (amount === undefined || amount < 0) throw new Faults({ amount: t.adjustWrong })
        await postOnce(path, { type, amount, currency, counterparty, reason }, key)
        recordDecision()
        changed()
      }}
      done={t.adjustRequested}
      close={close}
    >
      <Select name="type" label={t.adjustType} value="debit" options={Object.entries(t.adjustTypes)} />
      <Field name="amount" label={t.adjustAmount} inputMode="decimal" autocomplete="off" required />
      <Select
        name="currency"
        label={t.adjustCurrency}
        value="USD"
        options={currencies.map((code) => [code, code] as const)}
      />
      <Select
        name="counterparty"
        label={t.counterparty}
        value="bank"
        options={Object.entries(t.counterparties)}
      />
    </Decision>
  )
}
