// From which amounts on a second user approves. An owner changes it, after a step-up.

import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { toast } from '../../ui/frame/toast.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import { StepUp } from '../step-up/step-up.tsx'
import { approvalTexts } from './texts.ts'

type Rules = schemas.MerchantApprovalRules['data']

const kinds = ['payout', 'refund'] as const

export function ApprovalRules() {
  const t = approvalTexts()
  const loaded = useLoad('approval rules', (signal) => api.get<Rules>('approval-rules', {}, signal))
  const [changing, setChanging] = useState(false)
  return (
    <Card
      title={t.rules}
      side={may('configure') && <Button onClick={() => setChanging(true)}>{t.change}…</Button>}
    >
      <Await of={loaded}>
        {(rules) => (
          <>
            <Shown rules={rules} />
            {changing && <Change rules={rules} done={loaded.reload} close={() => setChanging(false)} />}
          </>
        )}
      </Await>
    </Card>
  )
}

function Shown({ rules }: { rules: Rules }) {
  const t = approvalTexts()
  const lines = kinds.flatMap((kind) =>
    currencies.flatMap((currency) => {
      const amount = rules[kind]?.[currency]
      return amount ? [t.ruleOf(t.kinds[kind], formatMoney(amount, currency))] : []
    }),
  )
  if (lines.length === 0) return <p>{t.rulesOff}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The rules as typed; an empty field asks for nothing. @throws Faults */
function typedRules(values: Values): object {
  const t = approvalTexts()
  const sumsOf = (kind: string) => {
    const sums = currencies.flatMap((currency) => {
      const typed = (values[`${kind}-${currency}`] ?? '').trim()
      if (typed === '') return []
      const amount = amountOf(typed)
      if (amount === undefined || Number(amount) <= 0)
        throw new Faults({ [`${kind}-${currency}`]: t.amountWrong })
      return [[currency, Number(amount)] as const]
    })
    return sums.length === 0 ? null : Object.fromEntries(sums)
  }
  return { payout: sumsOf('payout'), refund: sumsOf('refund') }
}

function Change({ rules, done, close }: { rules: Rules; done: () => void; close: () => void }) {
  const t = approvalTexts()
  return (
    <Dialog title={t.change} close={close}>
      <StepUp>
        {(call) => (
          <Form
            action={t.save}
            known={{ 'RMT-409': t.oneUser }}
            submit={async (values) => {
              await call('PUT', 'approval-rules', typedRules(values)).finally(done)
              toast(t.saved)
              close()
            }}
          >
            <p>{t.rulesText}</p>
            {kinds.flatMap((kind) =>
              currencies.map((currency) => (
                <Field
                  key={`${kind}-${currency}`}
                  name={`${kind}-${currency}`}
                  label={t.from(t.kinds[kind], currency)}
                  inputMode="decimal"
                  autocomplete="off"
                  value={rules[kind]?.[currency]?.replace(/\.00$/, '') ?? ''}
                />
              )),
            )}
          </Form>
        )}
      </StepUp>
    </Dialog>
  )
}
