// What waits for a second user of the merchant: the list, the decision, and the rules that only an owner changes.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { targetLine, targetText } from '../../ui/payouts/payout-facts.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, hasSecondFactor } from '../access/session.ts'
import { ConfirmAct, confirmedCall, type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { ApprovalRules } from './rules.tsx'
import { approvalTexts } from './texts.ts'

type Approval = schemas.MerchantApproval
type Act = 'approve' | 'reject'

const tones = { WAITING: 'wait', APPROVED: 'good', REJECTED: 'bad', EXPIRED: 'plain' } as const

export function ApprovalsPage() {
  const t = approvalTexts()
  const loaded = useLoad(
    'approvals',
    (signal) => api.get<Paged<Approval>>('approvals', { limit: 100 }, signal),
    {
      everyMs: 30_000,
    },
  )
  const [deciding, setDeciding] = useState<{ approval: Approval; act: Act }>()
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={loaded}>
        {({ items }) => {
          // What the user may decide comes first.
          const waiting = items
            .filter(({ state }) => state === 'WAITING')
            .toSorted((a, b) => Number(a.own) - Number(b.own))
          const decided = items.filter(({ state }) => state !== 'WAITING')
          return (
            <>
              {waiting.length === 0 && (
                <EmptyState title={t.none}>
                  <p>{t.noneText}</p>
                </EmptyState>
              )}
              {waiting.map((approval) => (
                <One
                  key={approval.approval_id}
                  approval={approval}
                  decide={(act) => setDeciding({ approval, act })}
                />
              ))}
              {decided.length > 0 && <h2>{t.decided}</h2>}
              {decided.map((approval) => (
                <One key={approval.approval_id} approval={approval} />
              ))}
            </>
          )
        }}
      </Await>
      <ApprovalRules />
      {deciding && <Decide {...deciding} done={loaded.reload} close={() => setDeciding(undefined)} />}
      <ConfirmAct />
    </Page>
  )
}

const nameOf = ({ kind, amount, currency }: Approval) =>
  `${approvalTexts().kinds[kind]} ${formatMoney(amount, currency)}`

function One({ approval, decide }: { approval: Approval; decide?: (act: Act) => void }) {
  const t = approvalTexts()
  const { state, reason, requested_by, requested_at, decided_by, decision_reason, own } = approval
  const isInDebt = approval.payout !== null && Number(approval.available_balance) < 0
  return (
    <Card title={nameOf(approval)} side={<Badge tone={tones[state]}>{t.states[state]}</Badge>}>
      <Facts
        facts={[
          ...subjectFacts(approval),
          ...(reason === null ? [] : [[t.reason, reason] as Fact]),
          [t.by, t.requesters[requested_by] ?? requested_by],
          [t.when, <Time key="when" at={requested_at} />],
          ...(decided_by === null ? [] : [[t.decidedBy, decided_by] as Fact]),
          ...(decision_reason === null ? [] : [[t.decisionReason, decision_reason] as Fact]),
        ]}
      />
      {decide && own && <p class="soft">{t.own}</p>}
      {decide && isInDebt && <p class="soft">{t.inDebt}</p>}
      {decide && !own && (
        <div class="actions">
          <Button appearance="danger" onClick={() => decide('reject')}>
            {t.reject}…
          </Button>
          {!isInDebt && (
            <Button appearance="main" onClick={() => decide('approve')}>
              {t.approve}…
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

/** What is decided about: where a payout goes, or which payment is refunded, and what is on the balance while it waits. */
function subjectFacts({ state, subject, currency, available_balance, payout, payment }: Approval): Fact[] {
  const t = approvalTexts()
  const money = (amount: string) => formatMoney(amount, currency)
  const available: Fact[] = state === 'WAITING' ? [[t.available, money(available_balance)]] : []
  if (payout) {
    const { destination, fee, payout_id } = payout
    const owner = destination.holder ?? destination.subscriber_name
    return [
      [t.to, targetText(destination)],
      ...(owner === null ? [] : [[t.holder, owner] as Fact]),
      [t.fee, money(fee)],
      ...available,
      [
        t.subject,
        <a key="payout" href={`/portal/payouts/${encodeURIComponent(payout_id)}`}>
          {subject}
        </a>,
      ],
    ]
  }
  if (!payment) return [[t.subject, subject, subject]]
  const page = `/portal/payments/${encodeURIComponent(payment.transaction_uuid)}`
  return [
    [
      t.payment,
      <a key="payment" href={page}>
        {payment.merchant_reference}
      </a>,
    ],
    [t.customer, payment.customer_name],
    [t.paid, money(payment.amount)],
    [t.refunded, money(payment.refunded_amount)],
    ...available,
  ]
}

const plainCall: ProvenCall = (method, path, body) => api.call(method, path, { body })

/** Who gets the money. */
const recipientOf = ({ payout, payment }: Approval) =>
  payout
    ? targetLine(payout.destination)
    : payment && `${payment.customer_name}, ${payment.merchant_reference}`

function Decide({
  approval,
  act,
  done,
  close,
}: {
  approval: Approval
  act: Act
  done: () => void
  close: () => void
}) {
  const t = approvalTexts()
  const approves = act === 'approve'
  const form = (call: ProvenCall) => (
    <Form
      action={approves ? t.approve : t.reject}
      appearance={approves ? 'main' : 'danger'}
      known={{ 'RMT-1008': t.overtaken }}
      submit={async ({ reason = '' }) => {
        if (reason.trim().length < 3) throw new Faults({ reason: t.reasonMissing })
        await call('POST', `approvals/${encodeURIComponent(approval.approval_id)}/${act}`, {
          reason,
        }).finally(done)
        toast(approves ? t.approved : t.rejected)
        close()
      }}
    >
      <p>
        <strong>{recipientOf(approval)}</strong>
      </p>
      <p>{approves ? t.approveText : t.rejectText}</p>
      <TextArea name="reason" label={t.decisionReason} maxLength={500} rows={3} />
    </Form>
  )
  return (
    <Dialog
      title={(approves ? t.approveTitle : t.rejectTitle)[approval.kind](
        formatMoney(approval.amount, approval.currency),
      )}
      close={close}
    >
      {approves && form(confirmedCall)}
      {!approves && (hasSecondFactor.value ? <StepUp>{form}</StepUp> : form(plainCall))}
    </Dialog>
  )
}
