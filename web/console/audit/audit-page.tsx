// The audit log: what admins did, and a button that verifies the log's hash chain.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import type { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { WithCode } from '../names/with-code.tsx'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { environmentTexts } from '../texts.ts'
import { actionTexts } from './action-texts.ts'
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
      <List
        of={entries}
        caption={t.title}
        keyOf={({ seq }) => seq}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.action, cell: ({ action }) => <WithCode words={wordsOf(action)} code={action} /> },
          { heading: t.at, onCard: 'left', cell: ({ at }) => <Time at={at} look="exact" /> },
          {
            heading: t.actor,
            onCard: 'corner',
            cell: ({ actor, address }) => (
              <span>
                {actor}
                <span class="under">{address}</span>
              </span>
            ),
          },
          { heading: t.subject, cell: ({ subject }) => subject },
          { heading: t.detail, onCard: 'below', cell: ({ detail }) => <Detail detail={detail} /> },
          {
            heading: t.number,
            onCard: 'right',
            numeric: true,
            cell: ({ seq }) => formatNumber(seq, { useGrouping: false }),
          },
        ]}
      />
    </Page>
  )
}

function wordsOf(action: string): string | undefined {
  const known: Readonly<Record<string, string>> = actionTexts().actions
  return known[action]
}

/** The details of an entry, such as "Reason: Not the same person · Amount: 10.00". */
function Detail({ detail }: { detail: AuditEntry['detail'] }) {
  const names: Readonly<Record<string, string>> = actionTexts().details
  const details = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined)
  if (details.length === 0) return null
  return (
    <span class="audit-detail">
      {details.map(([name, value]) => (
        <span key={name}>
          <span class="soft" lang={names[name] ? undefined : 'en'}>
            {uiTexts().labelled(names[name] ?? name, '')}
          </span>
          {valueText(name, value)}
        </span>
      ))}
    </span>
  )
}

function valueText(name: string, value: unknown): string {
  const t = actionTexts()
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    environment: environmentTexts(),
    kind: t.kinds,
  }
  if (typeof value === 'boolean') return value ? t.yes : t.no
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
          <Notice tone="bad" title={t.broken(verdict.broken.seq)}>
            <p lang="en">{verdict.broken.reason}</p>
            <p>{t.brokenText}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
