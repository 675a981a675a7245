// The review of one act that another admin requested: what it does, who requested it and why, and the two decisions.

import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { WhyNot } from '../parts/actions.tsx'
import { Money } from '../parts/money.tsx'
import { roleTexts } from '../staff/texts.ts'
import { environmentTexts } from '../texts.ts'
import { About } from './about.tsx'
import { type Approval, type ApprovalDetail, readApproval } from './approval.ts'
import { type Act, ApprovalDecision } from './approval-decision.tsx'
import { approvalTexts } from './texts.ts'

type After = { decided: () => void; settled: () => void }

export function ApprovalReview({ id, ...after }: { id: string } & After) {
  const loaded = useLoad(`approval ${id}`, (signal) => readApproval(id, signal))
  return <Await of={loaded}>{(approval) => <Review approval={approval} {...after} />}</Await>
}

function Review({ approval, decided, settled }: { approval: ApprovalDetail } & After) {
  const t = approvalTexts()
  const [act, setAct] = useState<Act>()
  const { approve, reject } = approval.allowed_actions
  return (
    <article class="stack">
      <header class="decide">
        <div>
          <h2>
            {t.actions[approval.action]}
            {approval.amount !== null && (
              <>
                {' '}
                <Money amount={approval.amount} currency={approval.currency} />
              </>
            )}
          </h2>
          {approval.merchant_name && <p>{approval.merchant_name}</p>}
        </div>
        <div class="actions">
          {reject.allowed && (
            <ActButton right="decide" appearance="danger" onClick={() => setAct('reject')}>
              {t.reject}…
            </ActButton>
          )}
          {approve.allowed && (
            <ActButton right="decide" appearance="main" onClick={() => setAct('approve')}>
              {t.approve}…
            </ActButton>
          )}
          <WhyNot action={approve} />
        </div>
      </header>
      <Card title={t.request} side={<Where approval={approval} />}>
        <Facts facts={factsOf(approval)} />
      </Card>
      <About approval={approval} />
      {act && (
        <ApprovalDecision
          approval={approval}
          act={act}
          decided={decided}
          settled={settled}
          close={() => setAct(undefined)}
        />
      )}
    </article>
  )
}

function Where({ approval: { environment } }: { approval: Approval }) {
  if (environment === null) return null
  return (
    <Badge tone={environment === 'production' ? 'wait' : 'plain'}>{environmentTexts()[environment]}</Badge>
  )
}

const merchant = (subject: string) => `merchants/${encodeURIComponent(subject)}`
const payment = (subject: string) => `payments/${encodeURIComponent(subject)}`

/** The page of what the act is about. */
const pages = {
  refund: payment,
  void: payment,
  other_number: payment,
  hold_release: (subject: string) => `transfers/${encodeURIComponent(subject)}`,
  limit_rules: (subject: string) => `limits?environment=${subject.replace('limits:', '')}`,
  rates: () => 'rates',
  balance_adjustment: merchant,
  negative_balance_limit: merchant,
  bank_line: () => 'bank',
  payout_end: (subject: string) => `payouts/${encodeURIComponent(subject)}`,
  staff_role: () => 'staff',
}

function factsOf(approval: Approval): Fact[] {
  const t = approvalTexts()
  const { action, merchant_code, merchant_name, subject, request } = approval
  return [
    // What is about its merchant names it below.
    ...(action === 'balance_adjustment' || action === 'negative_balance_limit'
      ? []
      : [
          [
            t.subjects[action],
            <a href={`/console/${pages[action](subject)}`}>
              {action === 'rates' ? t.toPage : action === 'limit_rules' ? t.subjects.limit_rules : subject}
            </a>,
          ] as Fact,
        ]),
    [t.reason, approval.reason],
    ...(merchant_code === null
      ? []
      : [[t.merchant, <MerchantLink code={merchant_code} name={merchant_name} />] as Fact]),
    ...(typeof request.counterparty === 'string'
      ? [
          [t.adjustmentType, t.adjustmentTypes[String(request.type)] ?? ''] as Fact,
          [t.counterparty, t.counterparties[request.counterparty] ?? ''] as Fact,
        ]
      : []),
    ...currencies.flatMap((currency) => {
      const limit = request[currency === 'USD' ? 'negative_balance_limit' : 'negative_balance_limit_cdf']
      return typeof limit === 'string' ? [[t.belowZero(currency), formatMoney(limit, currency)] as Fact] : []
    }),
    ...(action === 'staff_role' ? staffFacts(request) : []),
    ...(typeof request.end === 'string' ? [[t.end, t.ends[request.end] ?? ''] as Fact] : []),
    ...(request.force === true ? [[t.force, t.yes] as Fact] : []),
    ...(typeof request.notify_merchant === 'boolean'
      ? [[t.notify, request.notify_merchant ? t.yes : t.no] as Fact]
      : []),
    [t.requestedBy, approval.requested_by],
    [t.requested, <Time at={approval.requested_at} look="exact" />],
    [t.expires, <Time at={approval.expires_at} look="exact" />],
  ]
}

/** Whom the request makes what. */
function staffFacts(request: Approval['request']): Fact[] {
  const t = approvalTexts()
  const roles: Readonly<Record<string, { name: string }>> = roleTexts()
  return [
    [t.name, String(request.name)],
    [t.role, roles[String(request.role)]?.name ?? String(request.role)],
  ]
}
