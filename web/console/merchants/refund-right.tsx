// Whether a merchant refunds by itself or an admin decides, and how far below zero: the card that says so, and its dialogs.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { limitOf } from '../parts/amount.ts'
import { Decision } from '../parts/decision.tsx'
import { decisionTexts, environmentTexts } from '../texts.ts'
import { type BalanceLimits, type MerchantDetails, saveBalanceLimits, setRefundRight } from './merchant.ts'
import { merchantTexts } from './texts.ts'

/** The fields of the limits, each with its currency. */
const limitFields = [
  ['negative_balance_limit', 'USD'],
  ['negative_balance_limit_cdf', 'CDF'],
] as const

export function RefundRight({
  details,
  change,
  changeLimits,
}: {
  details: MerchantDetails
  change: () => void
  changeLimits: () => void
}) {
  const t = merchantTexts()
  const { may_refund, environment } = details
  return (
    <Card
      title={t.refunds}
      side={<Badge tone={may_refund ? 'good' : 'plain'}>{environmentTexts()[environment]}</Badge>}
    >
      <p>{may_refund ? t.refundsAlone : t.refundsAsk}</p>
      <Facts
        facts={limitFields.map(([name, currency]) => [
          t.belowZero(currency),
          formatMoney(details[name], currency),
        ])}
      />
      <p class="small-print">{t.belowZeroText}</p>
      <div class="actions">
        <ActButton right="pricing" onClick={change}>
          {may_refund ? t.withdrawRight : t.grantRight}…
        </ActButton>
        <ActButton right="pricing" onClick={changeLimits}>
          {t.changeLimits}…
        </ActButton>
      </div>
    </Card>
  )
}

/** The right is that of the merchant's current environment; going live does not carry it over. */
export function RefundRightDecision({
  details,
  done,
  close,
}: {
  details: MerchantDetails
  done: () => void
  close: () => void
}) {
  const t = merchantTexts()
  const { merchant_code, environment } = details
  const grants = !details.may_refund
  return (
    <Decision
      title={grants ? t.grantTitle : t.withdrawTitle}
      explanation={`${grants ? t.grantText : t.withdrawText} ${t.rightEnvironment(environmentTexts()[environment])}`}
      action={grants ? t.grantRight : t.withdrawRight}
      appearance={grants ? 'main' : 'danger'}
      decide={async ({ reason = '' }) => {
        await setRefundRight(merchant_code, grants, reason)
        done()
      }}
      done={grants ? t.rightGranted : t.rightWithdrawn}
      close={close}
    />
  )
}

export function BalanceLimitsDecision({
  details,
  done,
  close,
}: {
  details: MerchantDetails
  done: () => void
  close: () => void
}) {
  const t = merchantTexts()
  let waits = false
  return (
    <Decision
      title={t.limitsTitle}
      explanation={`${t.belowZeroText} ${t.rightEnvironment(environmentTexts()[details.environment])}`}
      action={t.save}
      decide={async (values) => {
        const limits = limitFields.map(([name]) => [name, limitOf(values[name] ?? '')] as const)
        const wrong = limits.filter(([, limit]) => limit === undefined)
        if (wrong.length > 0)
          throw new Faults(Object.fromEntries(wrong.map(([name]) => [name, t.limitWrong])))
        waits = await saveBalanceLimits(
          details,
          Object.fromEntries(limits) as BalanceLimits,
          values.reason ?? '',
        )
        done()
      }}
      done={() => (waits ? decisionTexts().waits : t.limitsSaved)}
      close={close}
    >
      <div class="pair">
        {limitFields.map(([name, currency]) => (
          <Field
            key={name}
            name={name}
            label={t.belowZero(currency)}
            inputMode="decimal"
            autocomplete="off"
            value={details[name]}
            required
          />
        ))}
      </div>
    </Decision>
  )
}
