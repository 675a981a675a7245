// Retention: how long each kind of data is kept and why, how much is due now, and the proof of what was erased.
import type * as schemas from '../../api/schemas.generated.ts'
import { Code } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { kindTexts, retentionTexts } from './texts.ts'

type Kind = schemas.RetentionKind
type Run = schemas.RetentionRun

export function RetentionPage() {
  const t = retentionTexts()
  return (
    <Page title={t.title} intro={t.lead}>
      <Periods />
      <section class="stack">
        <h2>{t.runs}</h2>
        <p>{t.runsLead}</p>
        <Runs />
      </section>
    </Page>
  )
}

function Periods() {
  const t = retentionTexts()
  const report = useLoad('retention', (signal) =>
    api.get<{ kinds: Kind[] }>('/compliance/retention', {}, signal),
  )
  return (
    <Await of={report}>
      {({ kinds }) => (
        <Table
          caption={t.title}
          rows={kinds}
          keyOf={({ kind }) => kind}
          columns={[
            { heading: t.kind, cell: ({ kind }) => textsOf(kind).name },
            {
              heading: t.period,
              onCard: 'corner',
              cell: ({ days }) => (days === null ? t.forEver : periodText(days)),
            },
            { heading: t.from, cell: ({ kind }) => textsOf(kind).from },
            { heading: t.afterwards, cell: ({ treatment }) => t.treatments[treatment] },
            { heading: t.due, numeric: true, cell: ({ run }) => <Due of={run} /> },
            { heading: t.reason, onCard: 'foot', cell: ({ kind }) => textsOf(kind).reason },
          ]}
        />
      )}
    </Await>
  )
}

function Due({ of: run }: { of: Kind['run'] }) {
  const t = retentionTexts()
  if (run === null) return <>–</>
  return <>{run.capped ? t.orMore(formatNumber(run.due)) : formatNumber(run.due)}</>
}

function Runs() {
  const t = retentionTexts()
  const { query, key, hrefOf } = useFilters()
  const runs = useLoad(key, (signal) => api.get<Paged<Run>>('/compliance/retention/runs', query, signal))
  return (
    <List
      of={runs}
      caption={t.runs}
      keyOf={({ kind, started_at }) => `${kind} ${started_at}`}
      pageHref={hrefOf}
      empty={{ title: t.noRuns }}
      columns={[
        { heading: t.kind, cell: ({ kind }) => textsOf(kind).name },
        { heading: t.cutoff, cell: ({ cutoff }) => <Time at={cutoff} /> },
        { heading: t.ended, cell: ({ ended_at }) => (ended_at ? <Time at={ended_at} /> : t.running) },
        { heading: t.by, cell: ({ started_by }) => started_by },
        { heading: t.erased, numeric: true, cell: ({ erased }) => formatNumber(erased) },
        {
          heading: t.digest,
          cell: ({ erased, digest }) => (erased === 0 ? '–' : <Code>{digest.slice(0, 16)}</Code>),
        },
      ]}
    />
  )
}

/** A kind that this page does not know yet keeps its name. */
function textsOf(kind: string): { name: string; from: string; reason: string } {
  const known: Readonly<Record<string, { name: string; from: string; reason: string }>> = kindTexts()
  return known[kind] ?? { name: kind, from: '', reason: '' }
}

/** "10 years" for a number of days that is as many years with their leap days, otherwise "90 days". */
function periodText(days: number): string {
  const t = retentionTexts()
  const years = Math.round(days / 365.25)
  return years > 0 && Math.round(years * 365.25) === days ? t.years(years) : t.days(days)
}
