import { useState } from 'preact/hooks'
import { Code, Facts } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { may } from '../frame/rights.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision, type DecisionProps } from '../parts/decision.tsx'
import {
  approveGoLive,
  changeStatus,
  type LiveKeys,
  type Merchant,
  type Rates,
  rejectGoLive,
  saveRates,
} from './merchant.ts'
import { merchantTexts } from './texts.ts'

export type Wanted = 'suspend' | 'resume' | 'approve' | 'refuse'

type DecisionTexts = Pick<DecisionProps, 'title' | 'explanation' | 'action' | 'appearance' | 'done'>

function textsOf(wanted: Wanted): DecisionTexts {
  const t = merchantTexts()
  return {
    suspend: {
      title: t.suspendTitle,
      explanation: t.suspendText,
      action: t.suspend,
      appearance: 'danger',
      done: t.suspended,
    },
    resume: { title: t.resumeTitle, explanation: t.resumeText, action: t.resume, done: t.resumed },
    approve: {
      title: t.approveTitle,
      explanation: may('move_money') ? t.approveText : t.approveKeylessText,
      action: t.approve,
      done: t.approved,
    },
    refuse: {
      title: t.refuseTitle,
      explanation: t.refuseText,
      action: t.refuse,
      appearance: 'danger',
      done: t.refused,
    },
  }[wanted] as DecisionTexts
}

/** @param reveal receives the production keys, which are shown only once, and only to an admin who may move money */
export function MerchantDecision({
  code,
  wanted,
  done,
  reveal,
  close,
}: {
  code: string
  wanted: Wanted
  done: () => void
  reveal: (keys: LiveKeys | undefined) => void
  close: () => void
}) {
  const decide = async (reason: string) => {
    if (wanted === 'approve') reveal(await approveGoLive(code, reason))
    else if (wanted === 'refuse') await rejectGoLive(code, reason)
    else await changeStatus(code, wanted, reason)
    done()
    recordDecision()
  }
  return <Decision {...textsOf(wanted)} decide={({ reason = '' }) => decide(reason)} close={close} />
}

/** Shows the keys until the admin confirms having copied them: neither Escape nor a click outside closes the dialog. */
export function LiveKeysDialog({ keys, close }: { keys: LiveKeys; close: () => void }) {
  const t = merchantTexts()
  const [isStored, setStored] = useState(false)
  const secret = (name: string, value: string) => [name, <Code>{value}</Code>, value] as const
  return (
    <Dialog title={t.liveKeys} close={close} locked>
      <Notice>{t.liveKeysText}</Notice>
      <Facts
        facts={[
          secret(t.code, keys.merchant_code),
          secret(t.merchantSecret, keys.merchant_secret),
          secret(t.apiKey, keys.api_key),
          secret(t.apiSecret, keys.api_secret),
        ]}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        {t.keysStored}
      </label>
      <Button appearance="main" disabled={!isStored} onClick={close}>
        {t.close}
      </Button>
    </Dialog>
  )
}

export function RatesDecision({
  merchant,
  done,
  close,
}: {
  merchant: Merchant
  done: () => void
  close: () => void
}) {
  const t = merchantTexts()
  const fields = [
    ['commission_rate', t.commissionRate],
    ['bank_commission_rate', t.bankRate],
    ['mobile_money_rate', t.mobileMoneyRate],
    ['remittance_fee_rate', t.feeRate],
    ['remittance_fee_fixed', t.feeFixed],
  ] as const
  return (
    <Decision
      title={t.changeRates}
      explanation={t.ratesText}
      action={t.save}
      decide={async (values) => {
        const plain = (name: string) => (values[name] ?? '').replace(',', '.')
        const rates = Object.fromEntries(fields.map(([name]) => [name, plain(name)])) as Rates
        const { mobile_money_rate } = rates
        const sent = { ...rates, mobile_money_rate: mobile_money_rate || null }
        await saveRates(merchant.merchant_code, sent, values.reason ?? '')
        done()
      }}
      done={t.ratesSaved}
      close={close}
    >
      <div class="pair">
        {fields.map(([name, label]) => (
          <Field
            key={name}
            name={name}
            label={label}
            inputMode="decimal"
            value={merchant[name] ?? ''}
            {...(name === 'mobile_money_rate' ? { hint: t.mobileMoneyRateHint } : { required: true })}
          />
        ))}
      </div>
    </Decision>
  )
}
