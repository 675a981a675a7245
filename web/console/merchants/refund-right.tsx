// Whether a merchant refunds by itself or an admin decides: the card that says so, and the dialog that changes it.
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { Decision } from '../parts/decision.tsx'
import { environmentTexts } from '../texts.ts'
import { type MerchantDetails, setRefundRight } from './merchant.ts'
import { merchantTexts } from './texts.ts'

export function RefundRight({ details, change }: { details: MerchantDetails; change: () => void }) {
  const t = merchantTexts()
  const { may_refund, environment } = details
  return (
    <Card
      title={t.refunds}
      side={<Badge tone={may_refund ? 'good' : 'plain'}>{environmentTexts()[environment]}</Badge>}
    >
      <p>{may_refund ? t.refundsAlone : t.refundsAsk}</p>
      <ActButton right="pricing" onClick={change}>
        {may_refund ? t.withdrawRight : t.grantRight}…
      </ActButton>
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
