// The audit log: what admins did, and a button that verifies the log's hash chain.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatDuration } from '../../ui/display/duration.ts'
import { Code, type Fact, Facts } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import type { Fold } from '../../ui/rows/folds.tsx'
import type { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { approvalTexts } from '../approvals/texts.ts'
import { api } from '../frame/session.ts'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { DayList } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { environmentTexts } from '../texts.ts'
import { actionTexts } from './action-texts.ts'
import { detailTexts } from './detail-texts.ts'
import { auditTexts } from './texts.ts'

type AuditEntry = schemas.AuditRow

type Verdict = schemas.AuditVerdict['data']

export function AuditPage() {
  const t = auditTexts()
  const by = useFilters('subject', 'actor', 'action')
  const entries = useLoad(by.key, (signal) => api.get<Paged<AuditEntry>>('/audit', by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <Verify />
      <FilterForm by={by} search={{ name: 'subject', label: t.subject, hint: t.subjectHint }}>
        <Field name="actor" label={t.actor} value={by.values.actor} />
        <Select
          name="action"
          label={t.action}
          value={by.values.action}
          options={choices(actionTexts().actions)}
        />
      </FilterForm>
      <DayList
        of={entries}
        by={by}
        caption={t.title}
        rowOf={rowOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
    </Page>
  )
}

function wordsOf(action: string): string | undefined {
  const known: Readonly<Record<string, string>> = actionTexts().actions
  return known[action]
}

/** On its line an entry says what was done, to what, and by whom; opened, everything that was recorded. */
function rowOf(entry: AuditEntry): Fold {
  const t = auditTexts()
  const { seq, cell, at, actor, address, action, subject, merchant_name } = entry
  const isOfMerchant = actor.startsWith('merchant:')
  const money = moneyOf(entry.detail)
  return {
    key: `${cell ?? ''} ${seq}`,
    at,
    name: <span lang={wordsOf(action) ? undefined : 'en'}>{wordsOf(action) ?? action}</span>,
    note: subject !== actor && (
      <>
        {money && (
          <>
            <Money {...money} /> ·{' '}
          </>
        )}
        {(isOfMerchant ? undefined : merchant_name) ?? subjectText(subject)}
      </>
    ),
    side: (
      <>
        {isOfMerchant ? (merchant_name ?? actor) : actor} · <Time at={at} look="clock" />
      </>
    ),
    isSideBelow: true,
    body: (
      <Facts
        facts={[
          [t.subject, <Subject key="subject" of={entry} />, subject],
          ...detailFacts(entry.detail),
          [t.actor, actor],
          ...(merchant_name ? [[t.merchant, merchant_name] as const] : []),
          [t.address, address],
          [t.at, <Time key="at" at={at} look="exact" />],
          [t.code, <Code key="code">{action}</Code>],
          [t.number, formatNumber(seq, { useGrouping: false })],
          ...(cell === undefined ? [] : [[t.log, t.logOf(cell)] as const]),
        ]}
      />
    ),
  }
}

/** A case is named by the beginning of its identifier; other subjects by what the service writes. */
function subjectText(subject: string): string {
  const caseId = /^case:(.+)$/.exec(subject)?.[1]
  return caseId === undefined ? subject : auditTexts().ofCase(caseId.slice(0, 8))
}

/** The page of what an action was about, by the kind of action. */
const pages = [
  [/^merchant\./, 'merchants'],
  [/^(refund|refund_request|void)\./, 'payments'],
  [/^transfer\./, 'transfers'],
] as const

const approvedKinds: Readonly<Record<string, string>> = {
  refund: 'refund',
  void: 'void',
  other_number: 'refund',
  hold_release: 'transfer',
}

function Subject({ of: { action, subject, detail } }: { of: AuditEntry }) {
  const caseId = /^case:([\w-]+)$/.exec(subject)?.[1]
  if (caseId !== undefined) return <a href={`/console/cases/${caseId}`}>{caseId}</a>
  // An approval is about what its act is about.
  const approved = action.startsWith('approval.') ? approvedKinds[String(detail.action)] : undefined
  const page = pages.find(([actions]) => actions.test(approved ? `${approved}.` : action))?.[1]
  if (page === undefined || !/^[\w-]+$/.test(subject)) return <>{subject}</>
  return <a href={`/console/${page}/${subject}`}>{subject}</a>
}

function moneyOf({ amount, currency }: AuditEntry['detail']) {
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : undefined
}

/** The details of an entry, each with its name; an amount has its currency. */
function detailFacts(detail: AuditEntry['detail']): Fact[] {
  const names: Readonly<Record<string, string>> = detailTexts()
  const money = moneyOf(detail)
  const { amount, currency, ...others } = detail
  const facts = Object.entries(money ? others : detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): Fact => [names[name] ?? name, valueText(name, value)])
  return money ? [[detailTexts().amount, <Money key="amount" {...money} />], ...facts] : facts
}

function valueText(name: string, value: unknown): string {
  const t = actionTexts()
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    environment: environmentTexts(),
    kind: t.kinds,
    action: approvalTexts().actions,
  }
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number')
    return name.endsWith('_seconds') ? formatDuration(value * 1000) : formatNumber(value)
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string') return known[name]?.[value] ?? value
  return JSON.stringify(value)
}

function Verify() {
  const t = auditTexts()
  const [state, setState] = useState<'busy' | Verdict | RequestError>()
  const verify = () => {
    setState('busy')
    api.get<Verdict>('/audit/verify').then(setState, setState)
  }
  const verdict = state !== undefined && state !== 'busy' ? state : undefined
  return (
    <div class="stack">
      <Button busy={state === 'busy'} onClick={verify}>
        {t.verify}
      </Button>
      <div role="status">
        {verdict && 'status' in verdict && <Notice tone="bad">{refusalText(verdict)}</Notice>}
        {verdict && 'rows' in verdict && !verdict.broken && (
          <Notice tone="good">{t.whole(verdict.rows)}</Notice>
        )}
        {verdict && 'rows' in verdict && verdict.broken && (
          <Notice tone="bad" title={t.broken(verdict.broken.seq, verdict.broken.cell)}>
            <p lang="en">{verdict.broken.reason}</p>
            <p>{t.brokenText}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
