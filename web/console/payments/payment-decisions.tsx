// The dialogs that refund or void a payment. The service decides what is possible, and until when.
import { useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { amountOf } from '../parts/amount.ts'
import { CheckField } from '../parts/check-field.tsx'
import { Decision } from '../parts/decision.tsx'
import { decisionTexts } from '../texts.ts'
import { type AdminPaymentDetail, refundPayment, voidPayment } from './payment.ts'
import { paymentTexts } from './texts.ts'

type Props = { payment: AdminPaymentDetail; done: () => void; close: () => void }

export function RefundDecision({ payment, done, close }: Props) {
  const t = paymentTexts()
  const { currency, cs_payment_id } = payment
  const { remaining, until, forcible, approval_from } = payment.allowed_actions.refund
  const [typed, setTyped] = useState('')
  const refunded = useRef<string>()
  const formatRequested = (amount: string) => formatMoney(amountOf(amount) ?? remaining, currency)
  const asks = approval_from !== null && Number(amountOf(typed) ?? remaining) >= Number(approval_from)
  return (
    <Decision
      title={asks ? t.requestRefundTitle : t.refundTitle}
      explanation={
        <>
          {asks ? t.requestText : t.refundText}{' '}
          {until && (
            <>
              {t.until} <Time at={until} />.
            </>
          )}
        </>
      }
      action={(asks ? t.requestRefundConfirm : t.refundConfirm)(formatRequested(typed))}
      appearance="danger"
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
        // The page reloads whatever the outcome, so that it shows the current state.
        refunded.current = await refundPayment(cs_payment_id, wanted, key).finally(done)
      }}
      done={() =>
        refunded.current === undefined
          ? decisionTexts().waits
          : t.refunded(formatMoney(refunded.current, currency))
      }
      known={{
        'Refund upstream failed': t.refundUnknown,
        'Refund amount exceeds remaining': t.tooMuch(formatRequested('')),
      }}
      close={close}
    >
      <Field
        name="amount"
        label={`${t.refundAmount} (${currency})`}
        hint={t.refundAmountHint(formatRequested(''))}
        inputMode="decimal"
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <CheckField name="notify" label={t.notify} checked />
      {forcible && <CheckField name="force" label={t.force} />}
    </Decision>
  )
}

export function VoidDecision({ payment, done, close }: Props) {
  const t = paymentTexts()
  const { until, needs_approval: asks } = payment.allowed_actions.void
  const voided = useRef(true)
  return (
    <Decision
      title={asks ? t.requestVoidTitle : t.voidTitle}
      explanation={
        <>
          {asks ? t.requestText : t.voidText}{' '}
          {until && (
            <>
              {t.until} <Time at={until} />.
            </>
          )}
        </>
      }
      action={(asks ? t.requestVoidConfirm : t.voidConfirm)(formatMoney(payment.amount, payment.currency))}
      appearance="danger"
      onceFor={`void ${payment.cs_payment_id}`}
      decide={async ({ reason = '', notify }, key) => {
        const wanted = { reason, notify_merchant: notify === 'on' }
        voided.current = await voidPayment(payment.cs_payment_id, wanted, key).finally(done)
      }}
      done={() => (voided.current ? t.voided : decisionTexts().waits)}
      known={{ 'Void upstream failed': t.voidUnknown }}
      close={close}
    >
      <CheckField name="notify" label={t.notify} checked />
    </Decision>
  )
}
