// One dispute as an admin sees it: the case, the merchant's evidence, and the file to submit at the gateway.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { cardText } from '../../ui/display/card.ts'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { EvidenceFiles } from '../../ui/disputes/files.tsx'
import { disputeReason } from '../../ui/disputes/reason.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api, postOnce } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { Decision } from '../parts/decision.tsx'
import { Download } from '../parts/files.tsx'
import { Money } from '../parts/money.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { FilingBadge } from './badge.tsx'
import { disputeTexts } from './texts.ts'

type Dispute = schemas.AdminDisputeDetail

export function DisputePage({ id }: { id: string }) {
  const t = disputeTexts()
  const loaded = useLoad(`dispute ${id}`, (signal) => api.get<Dispute>(`/disputes/${id}`, {}, signal))
  return (
    <Page title={loaded.data?.merchant_reference ?? id} back={{ href: '/console/disputes', label: t.back }}>
      <Await of={loaded}>
        {(dispute) => (
          <div class="columns uneven">
            <div class="stack">
              <ToFile dispute={dispute} />
              <DisputeFacts dispute={dispute} />
              <Evidence dispute={dispute} done={loaded.reload} />
            </div>
            <Card title={t.history}>
              <Timeline
                moments={dispute.history.map(({ event, at, actor, actor_name }) => ({
                  at,
                  title: t.events[event],
                  // The name of a merchant, whose actor is a code.
                  detail: t.by(actor === 'gateway' ? actor : actor_name),
                }))}
              />
            </Card>
          </div>
        )}
      </Await>
    </Page>
  )
}

/** What the service waits for from us: evidence that only a person can hand to the gateway. */
function ToFile({ dispute: { state, evidence, respond_by } }: { dispute: Dispute }) {
  const t = disputeTexts()
  if (state !== 'EVIDENCE_SENT' || evidence.submitted_at || !respond_by) return null
  return (
    <Notice tone="bad" title={t.fileBy(formatTime(respond_by))}>
      {t.fileText}
    </Notice>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const t = disputeTexts()
  const { payment, currency, respond_by, closed_at, transaction_uuid: uuid } = dispute
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <Card
      title={t.dispute}
      side={<FilingBadge dispute={{ ...dispute, submitted_at: dispute.evidence.submitted_at }} />}
    >
      <Facts
        facts={[
          [t.caseNumber, dispute.case_number, dispute.case_number],
          [t.amount, money(dispute.amount)],
          [t.reason, disputeReason(dispute)],
          [t.respondBy, respond_by && <Time at={respond_by} />],
          ...shopTime(respond_by, dispute.time_zone),
          [t.fee, money(dispute.fee)],
          Number(dispute.returned) > 0
            ? [t.returned, money(dispute.returned)]
            : [t.deducted, money(dispute.deducted)],
          [t.merchant, <MerchantLink code={dispute.merchant_code} name={dispute.merchant_name} />],
          [t.payment, <a href={`/console/payments/${encodeURIComponent(uuid)}`}>{uuid}</a>, uuid],
          [t.paid, money(payment.amount)],
          ...(Number(payment.refunded) > 0 ? [[t.refunded, money(payment.refunded)] as const] : []),
          [t.customer, payment.customer_name],
          [t.card, cardText(payment)],
          ...(closed_at ? [[t.closed, <Time key="closed" at={closed_at} />] as const] : []),
        ]}
      />
    </Card>
  )
}

function Evidence({ dispute, done }: { dispute: Dispute; done: () => void }) {
  const t = disputeTexts()
  const { evidence, dispute_id: id } = dispute
  const names = Object.keys(t.fields) as (keyof typeof t.fields)[]
  const texts = names.flatMap((name): Fact[] => (evidence[name] ? [[t.fields[name], evidence[name]]] : []))
  const isEmpty = texts.length + evidence.files.length === 0
  return (
    <Card title={t.evidence} side={<Download path={`/disputes/${id}/evidence.pdf`} name={t.download} />}>
      {isEmpty && <p class="soft">{t.noEvidence}</p>}
      <Facts
        facts={[
          ...(evidence.sent_at ? [[t.sent, <Time key="sent" at={evidence.sent_at} />] as const] : []),
          ...(evidence.submitted_at
            ? [[t.submitted, <Time key="submitted" at={evidence.submitted_at} />] as const]
            : []),
          ...texts,
        ]}
      />
      {evidence.files.length > 0 && (
        <EvidenceFiles
          files={evidence.files}
          action={({ id: file, name }) => (
            <Download path={`/disputes/${id}/files/${file}`} name={t.save} label={`${t.save} ${name}`} />
          )}
        />
      )}
      {dispute.state === 'EVIDENCE_SENT' && !evidence.submitted_at && <MarkSubmitted id={id} done={done} />}
    </Card>
  )
}

/** The gateway has no call for evidence, so an admin says when it was submitted. */
function MarkSubmitted({ id, done }: { id: string; done: () => void }) {
  const t = disputeTexts()
  const [asking, setAsking] = useState(false)
  return (
    <div class="actions">
      <ActButton right="disputes" onClick={() => setAsking(true)}>
        {t.markSubmitted}…
      </ActButton>
      {asking && (
        <Decision
          title={t.markTitle}
          explanation={t.markText}
          action={t.markSubmitted}
          reason="none"
          onceFor={`submitted evidence ${id}`}
          decide={async (_values, key) => {
            await postOnce(`/disputes/${id}/evidence/submitted`, undefined, key).finally(done)
          }}
          done={t.marked}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}
