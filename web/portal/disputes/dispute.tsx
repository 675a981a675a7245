// One dispute: what happened, what it costs, and how to respond.

import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { daysUntil } from '../../ui/disputes/days.ts'
import { disputeReason } from '../../ui/disputes/reason.ts'
import { DisputeBadge } from '../../ui/disputes/row.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { DisputeDetail } from '../api-types.ts'
import { EvidenceCard } from './evidence.tsx'
import { disputeMoments } from './history.ts'
import { disputeTexts } from './texts.ts'

export function DisputePage() {
  const t = disputeTexts()
  const { id = '' } = useRoute().params
  const loaded = useLoad(`dispute ${id}`, (signal) =>
    api.get<DisputeDetail>(`disputes/${encodeURIComponent(id)}`, {}, signal),
  )
  const dispute = loaded.data
  return (
    <Page
      back={{ href: '/portal/disputes', label: t.back }}
      title={dispute ? formatMoney(dispute.amount, dispute.currency) : t.one}
      side={dispute && <DisputeBadge state={dispute.state} late={hasDeadlinePassed(dispute)} />}
      intro={dispute?.merchant_reference}
    >
      <Await of={loaded}>{(found) => <Dispute dispute={found} reload={loaded.reload} />}</Await>
    </Page>
  )
}

function Dispute({ dispute, reload }: { dispute: DisputeDetail; reload: () => void }) {
  const t = disputeTexts()
  const { allowed_actions: actions, state } = dispute
  const isLate = hasDeadlinePassed(dispute)
  // Responding comes before accepting, on a phone too.
  const isAwaited = actions.send_evidence.allowed
  const evidence = may('dispute') && <EvidenceCard dispute={dispute} done={reload} />
  return (
    <>
      <Notice tone={noticeTones[state] ?? 'note'}>
        <p>
          {[whatText(dispute), movedText(dispute), state === 'OPEN' && !isLate && t.respond]
            .filter(Boolean)
            .join(' ')}
        </p>
        {actions.send_evidence.allowed && dispute.respond_by && (
          <p>
            <strong>
              {t.daysLeft(daysUntil(dispute.respond_by), formatTime(dispute.respond_by, 'list'))}
            </strong>
          </p>
        )}
        {isLate && <p>{t.late}</p>}
      </Notice>
      <div class="columns uneven">
        <div class="stack">
          {isAwaited && evidence}
          <DisputeFacts dispute={dispute} done={reload} />
          {!isAwaited && evidence}
        </div>
        <Card title={t.history}>
          <Timeline moments={disputeMoments(dispute)} />
        </Card>
      </div>
    </>
  )
}

const noticeTones: Partial<Record<DisputeDetail['state'], 'good' | 'bad'>> = { WON: 'good', LOST: 'bad' }

/** What happens now. Evidence that we have not filed yet is not with the bank. */
function whatText({ state, submitted_at, respond_by }: DisputeDetail): string {
  const t = disputeTexts()
  if (state !== 'EVIDENCE_SENT') return t.what[state]
  if (submitted_at) return t.filed(formatTime(submitted_at, 'day'))
  return respond_by ? t.receivedUntil(formatTime(respond_by, 'day')) : t.what.EVIDENCE_SENT
}

const hasDeadlinePassed = ({ state, allowed_actions }: DisputeDetail) =>
  state === 'OPEN' && !allowed_actions.send_evidence.allowed

const isSum = (amount: string) => Number(amount) > 0

/** What the dispute has moved: the payment may have been refunded before, and not every service takes a fee. */
function movedText({ state, deducted, returned, fee, currency }: DisputeDetail): string {
  const t = disputeTexts()
  if (state === 'INQUIRY') return ''
  const ofFee = isSum(fee) ? formatMoney(fee, currency) : undefined
  if (state === 'WON')
    return isSum(returned) ? t.cameBack(formatMoney(returned, currency), ofFee) : t.nothingCameBack
  return isSum(deducted) ? t.taken(formatMoney(deducted, currency), ofFee) : t.nothingTaken
}

function DisputeFacts({ dispute, done }: { dispute: DisputeDetail; done: () => void }) {
  const t = disputeTexts()
  const { currency, payment, respond_by, closed_at } = dispute
  const money = (amount: string) => formatMoney(amount, currency)
  const facts: Fact[] = [
    [t.reason, disputeReason(dispute)],
    [
      t.respondBy,
      dispute.allowed_actions.send_evidence.allowed && respond_by && <Time key="by" at={respond_by} />,
    ],
    isSum(dispute.returned) ? [t.returned, money(dispute.returned)] : [t.deducted, money(dispute.deducted)],
    [t.fee, isSum(dispute.fee) && money(dispute.fee)],
    [t.paid, money(payment.amount)],
    [t.refunded, payment.refunded === '0.00' ? '' : money(payment.refunded)],
    [t.customer, payment.customer_name],
    [t.card, cardText(payment)],
    [t.paidAt, payment.paid_at && <Time key="paid" at={payment.paid_at} />],
    [t.closed, closed_at && <Time key="closed" at={closed_at} />],
  ]
  return (
    <Card
      side={
        <ButtonLink small href={`/portal/payments/${encodeURIComponent(dispute.transaction_uuid)}`}>
          {t.seePayment}
        </ButtonLink>
      }
    >
      <Facts facts={facts.filter(([, value]) => value)} />
      {may('dispute') && dispute.allowed_actions.accept.allowed && <Accept dispute={dispute} done={done} />}
    </Card>
  )
}

function Accept({ dispute, done }: { dispute: DisputeDetail; done: () => void }) {
  const t = disputeTexts()
  const [asking, setAsking] = useState(false)
  const { dispute_id, currency, deducted, fee } = dispute
  const sum = formatMoney(deducted, currency)
  const accept = async () => {
    const headers = { 'idempotency-key': `accept ${dispute_id}` }
    await api.call('POST', `disputes/${encodeURIComponent(dispute_id)}/accept`, { body: {}, headers })
    setAsking(false)
    toast(t.accepted)
    done()
  }
  return (
    <div class="actions">
      <Button appearance="quiet" small onClick={() => setAsking(true)}>
        {t.accept}…
      </Button>
      {asking && (
        <Dialog title={t.acceptTitle} close={() => setAsking(false)}>
          <p>
            {isSum(deducted)
              ? t.acceptText(sum, isSum(fee) ? formatMoney(fee, currency) : undefined)
              : t.acceptNothing}
          </p>
          <Form
            submit={accept}
            action={isSum(deducted) ? t.acceptConfirm(sum) : t.accept}
            appearance="danger"
          >
            {null}
          </Form>
        </Dialog>
      )}
    </div>
  )
}
