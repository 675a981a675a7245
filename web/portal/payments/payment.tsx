// One card payment: what it is worth and to whom, its history and its webhooks, and what identifies it.
import { useRoute } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { daysUntil } from '../../ui/disputes/days.ts'
import { DisputeBadge, isLate } from '../../ui/disputes/row.tsx'
import { Button, ButtonLink, CopyButton } from '../../ui/forms/button.tsx'
import { EmptyState, Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { amountText, balanceOf } from '../../ui/payments/money.ts'
import { ShownBadge } from '../../ui/payments/shown-state.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { PaymentDetail } from '../api-types.ts'
import { disputePage } from '../disputes/address.ts'
import { disputeTexts } from '../disputes/texts.ts'
import { useUpdates } from '../updates/updates.ts'
import { Deliveries } from '../webhooks/deliveries.tsx'
import { customerPage } from './customer.tsx'
import { customerTexts } from './customer-texts.ts'
import { MoneyPath } from './money-path.tsx'
import { addressFacts, identifierFacts, moneyFacts, summaryFacts } from './payment-facts.tsx'
import { momentsOf } from './payment-history.ts'
import { Refund } from './refund.tsx'
import { paymentTexts } from './texts.ts'
import { toCheckPage } from './to-check.tsx'

export function PaymentPage() {
  const t = paymentTexts()
  const { id = '' } = useRoute().params
  const detail = useLoad(`payment ${id}`, (signal) =>
    api.get<PaymentDetail>(`payments/${encodeURIComponent(id)}`, {}, signal),
  )
  useUpdates('payments', detail.reload)
  const payment = detail.data
  return (
    <Page
      back={{ href: '/portal/payments', label: t.back }}
      title={payment ? formatMoney(payment.amount, payment.currency) : t.title}
      about={payment?.merchant_reference}
      badge={payment && <ShownBadge payment={payment} />}
      side={payment?.receipt_link && <Receipt link={payment.receipt_link} />}
      struck={payment?.status === 'REFUNDED' || payment?.status === 'VOIDED'}
      intro={payment && <Intro payment={payment} />}
    >
      {detail.error?.status === 404 ? (
        <EmptyState title={refusalText(detail.error)}>
          <ButtonLink href="/portal/payments">{t.all}</ButtonLink>
        </EmptyState>
      ) : (
        <Await of={detail}>{(found) => <PaymentHistory payment={found} reload={detail.reload} />}</Await>
      )}
    </Page>
  )
}

/** The receipt, for a customer who lost it. */
function Receipt({ link }: { link: string }) {
  const t = paymentTexts()
  return (
    <div class="actions">
      <ButtonLink small href={link} target="_blank" rel="noopener">
        {t.receipt}
      </ButtonLink>
      {'share' in navigator ? (
        <Button
          small
          // The promise also rejects when the sheet is closed, which is not an error.
          onClick={() => void navigator.share({ url: link }).catch(() => {})}
        >
          {t.share}
        </Button>
      ) : (
        <CopyButton text={link} what={t.receiptLink} appearance="plain" small>
          {t.copyReceipt}
        </CopyButton>
      )}
    </div>
  )
}

function Intro({ payment }: { payment: PaymentDetail }) {
  const { returned } = balanceOf(payment)
  return (
    <>
      <span>{payment.description || payment.merchant_reference}</span>
      {payment.status === 'PARTIALLY_REFUNDED' && (
        <>
          {' · '}
          <span>
            {paymentTexts().ofWhich(formatMoney(amountText(returned), payment.currency), returned / 100)}
          </span>
        </>
      )}
    </>
  )
}

function PaymentHistory({ payment, reload }: { payment: PaymentDetail; reload: () => void }) {
  const t = paymentTexts()
  const declined = lastDecline(payment)
  return (
    <>
      {payment.checkout_link && (
        <Notice title={declined ? t.declinedBefore(declined) : t.waits}>
          {declined && <p>{t.canRetry}</p>}
          <div class="actions">
            <ButtonLink small href={payment.checkout_link} target="_blank" rel="noopener">
              {t.openCheckout}
            </ButtonLink>
            <CopyButton text={payment.checkout_link} what={t.checkoutLink} appearance="plain" small>
              {t.copyCheckout}
            </CopyButton>
          </div>
        </Notice>
      )}
      {payment.reason_code && payment.status === 'FAILED' && (
        <Notice tone="bad" title={reason('refusal', payment.reason_code)}>
          {payment.origin === 'link' ? t.declined.link : t.declined.order}
        </Notice>
      )}
      {declined && payment.status === 'EXPIRED' && <Missed payment={payment} why={declined} />}
      <DisputeNotice payment={payment} />
      <DuplicateNotice payment={payment} />
      <MoneyPath payment={payment} />
      <div class="columns uneven">
        <div class="stack">
          <Card>
            <Facts facts={summaryFacts(payment)} />
            <p>
              <a href={customerPage(payment.transaction_uuid)}>{customerTexts().all}</a>
            </p>
          </Card>
          <Card title={t.money}>
            <Facts facts={moneyFacts(payment)} />
          </Card>
          <Disputed payment={payment} />
          {may('refund') && <Refund payment={payment} done={reload} />}
        </div>
        <Card title={t.history}>
          <Timeline moments={momentsOf(payment)} />
        </Card>
      </div>
      <Address payment={payment} />
      <Card title={t.webhooks}>
        <Deliveries deliveries={payment.deliveries} of="one" changed={reload} />
      </Card>
      <Card>
        <details class="more">
          <summary>{t.identifiers}</summary>
          <Facts facts={identifierFacts(payment)} />
        </details>
      </Card>
    </>
  )
}

/** An order that expired after a declined card, which looks like an absent customer otherwise. */
function Missed({ payment, why }: { payment: PaymentDetail; why: string }) {
  const t = paymentTexts()
  const isByLink = payment.origin === 'link'
  return (
    <Notice title={t.expiredAfter(why)}>
      <p>{isByLink ? t.sendNew : t.declined.order}</p>
      {isByLink && (
        <div class="actions">
          <ButtonLink small href="/portal/links/new">
            {t.newLink}
          </ButtonLink>
        </div>
      )}
    </Notice>
  )
}

/** Why a card was last declined while others could still be tried. */
function lastDecline({ moves }: PaymentDetail): string | undefined {
  const move = moves.findLast(({ event }) => event === 'declined')
  return move?.reason_code ? reason('refusal', move.reason_code) : undefined
}

/** What an open dispute asks of the merchant, before anything else. */
function DisputeNotice({ payment: { disputed, dispute, currency } }: { payment: PaymentDetail }) {
  const t = paymentTexts()
  if (!disputed || !dispute) return null
  const { state, respond_by, submitted_at } = dispute
  const isOpen = state === 'OPEN' || state === 'INQUIRY'
  const text = isLate(dispute)
    ? t.respondLate
    : isOpen
      ? respond_by && t.respond(daysUntil(respond_by), formatTime(respond_by, 'list'))
      : submitted_at
        ? t.filed(formatTime(submitted_at, 'day'))
        : t.received
  return (
    <Notice tone={isOpen ? 'bad' : 'note'} title={t.disputedTitle(formatMoney(dispute.amount, currency))}>
      {text && <p>{text}</p>}
      <div class="actions">
        <ButtonLink small href={disputePage(dispute.dispute_id)}>
          {isOpen && may('dispute') && !isLate(dispute) ? t.respondAction : t.seeDispute}
        </ButtonLink>
      </div>
    </Notice>
  )
}

/** A payment that the customer may have made twice. */
function DuplicateNotice({ payment }: { payment: PaymentDetail }) {
  const t = paymentTexts()
  if (!payment.possible_duplicate) return null
  return (
    <Notice title={t.duplicate}>
      <p>{t.duplicateText}</p>
      <div class="actions">
        <ButtonLink small href={toCheckPage(payment.created_at)}>
          {t.seeTwins}
        </ButtonLink>
      </div>
    </Notice>
  )
}

/** The disputes of the payment, each with what it takes from the balance now. */
function Disputed({ payment: { disputes } }: { payment: PaymentDetail }) {
  if (disputes.length === 0) return null
  return (
    <Card title={disputeTexts().title}>
      {disputes.map((dispute) => (
        <p key={dispute.dispute_id}>
          <a href={disputePage(dispute.dispute_id)}>{formatMoney(dispute.amount, dispute.currency)}</a>{' '}
          <DisputeBadge state={dispute.state} late={isLate(dispute)} />
        </p>
      ))}
    </Card>
  )
}

function Address({ payment }: { payment: PaymentDetail }) {
  const facts = addressFacts(payment)
  if (facts.length === 0) return null
  return (
    <Card title={paymentTexts().details}>
      <Facts facts={facts} />
    </Card>
  )
}
