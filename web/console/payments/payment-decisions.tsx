// Giving a payment back, in part or whole. What is possible, and until when, is the service's word.
import { useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { amountOf } from '../parts/amount.ts'
import { CheckField } from '../parts/check-field.tsx'
import { Decision } from '../parts/decision.tsx'
import { type PaymentStory, refundPayment, voidPayment } from './payment.ts'
import { paymentTexts } from './texts.ts'

type Props = { story: PaymentStory; done: () => void; close: () => void }

export function RefundDecision({ story, done, close }: Props) {
  const t = paymentTexts()
  const { currency, cs_payment_id } = story
  const { remaining, until, forcible } = story.allowed_actions.refund
  const [typed, setTyped] = useState('')
  const given = useRef('')
  const asked = (amount: string) => formatMoney(amountOf(amount) ?? remaining, currency)
  return (
    <Decision
      title={t.refundTitle}
      explanation={
        <>
          {t.refundText}{' '}
          {until && (
            <>
              {t.until} <Time at={until} />.
            </>
          )}
        </>
      }
      action={t.refundConfirm(asked(typed))}
      look="danger"
      onceFor={`refund ${cs_payment_id}`}
      decide={async ({ amount = '', reason = '', notify, force }, key) => {
        const part = amountOf(amount)
        if (amount !== '' && (part === undefined || part < 0)) throw new Faults({ amount: t.amountWrong })
        const wanted = {
          ...(part !== undefined && { amount: part }),
          reason,
          notify_merchant: notify === 'on',
          ...(force === 'on' && { force: true }),
        }
        // Whatever came of it, the page shows what is known now.
        given.current = await refundPayment(cs_payment_id, wanted, key).finally(done)
      }}
      done={() => t.refunded(formatMoney(given.current, currency))}
      known={{
        'Refund upstream failed': t.refundUnknown,
        'Refund amount exceeds remaining': t.tooMuch(asked('')),
      }}
      close={close}
    >
      <Field
        name="amount"
        label={`${t.refundAmount} (${currency})`}
        hint={t.refundAmountHint(asked(''))}
        inputMode="decimal"
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <CheckField name="notify" label={t.notify} checked />
      {forcible && <CheckField name="force" label={t.force} />}
    </Decision>
  )
}

export function VoidDecision({ story, done, close }: Props) {
  const t = paymentTexts()
  const { until } = story.allowed_actions.void
  return (
    <Decision
      title={t.voidTitle}
      explanation={
        <>
          {t.voidText}{' '}
          {until && (
            <>
              {t.until} <Time at={until} />.
            </>
          )}
        </>
      }
      action={t.voidConfirm(formatMoney(story.amount, story.currency))}
      look="danger"
      onceFor={`void ${story.cs_payment_id}`}
      decide={async ({ reason = '', notify }, key) => {
        await voidPayment(story.cs_payment_id, { reason, notify_merchant: notify === 'on' }, key).finally(
          done,
        )
      }}
      done={t.voided}
      known={{ 'Void upstream failed': t.voidUnknown }}
      close={close}
    >
      <CheckField name="notify" label={t.notify} checked />
    </Decision>
  )
}
