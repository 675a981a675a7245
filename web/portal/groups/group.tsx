// One list of payers: the sums of the whole, and how far each has paid.
import { useRoute } from 'preact-iso'
import type { LinkGroup, LinkOfGroup } from '../../api/schemas.generated.ts'
import { Amount, formatMoney } from '../../ui/display/amount.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { Reference } from '../../ui/display/reference.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import type { Loaded } from '../../ui/service/load.ts'
import { Choices } from '../choices.tsx'
import { Filters } from '../filters.tsx'
import { type List, useList } from '../list.ts'
import { useUpdates } from '../updates/updates.ts'
import { groupTexts, listTexts } from './texts.ts'

type Group = LinkGroup['data']

export function GroupPage() {
  const t = groupTexts()
  const { group = '' } = useRoute().params
  const path = `groups/${encodeURIComponent(group)}`
  const list = useList<LinkOfGroup>(path, { source: `links/${path}` })
  // Only the page of a list has figures.
  const loaded = list.loaded as unknown as Loaded<Group>
  useUpdates('payments', loaded.reload)
  return (
    <Page
      back={{ href: '/portal/groups', label: listTexts().title }}
      title={group}
      intro={loaded.data && introOf(loaded.data)}
      side={
        <ButtonLink small appearance="main" href={`/portal/${path}/sheet${queryText(list.filters)}`}>
          {t.sheet}
        </ButtonLink>
      }
    >
      <Await of={loaded}>
        {({ items, pagination, sums }) => (
          <>
            {sums.map((sum) => (
              <Sums key={sum.currency} of={sum} />
            ))}
            <States list={list} />
            <Filters
              list={list}
              hint={t.search}
              choices={[]}
              hasDays={false}
              file={`links/${path}/links.csv`}
              isTitled
            />
            <PagedList
              pagination={pagination}
              hrefOf={list.hrefOf}
              count={listTexts().payers(pagination.total)}
            >
              <Table
                caption={group}
                columns={columns()}
                rows={items}
                keyOf={({ code }) => code}
                hrefOf={({ code }) => `/portal/links/${code}`}
                empty={<EmptyState title={t.none} />}
              />
            </PagedList>
          </>
        )}
      </Await>
    </Page>
  )
}

function States({ list }: { list: List<LinkOfGroup> }) {
  const t = groupTexts()
  return (
    <Choices
      label={t.state}
      list={list}
      name="state"
      of={[
        ['', t.all],
        ['UNPAID', t.unpaid],
        ['LATE', t.late],
        ['PAID', t.done],
      ]}
    />
  )
}

const introOf = ({ links, paid_links, late_links }: Paged<LinkOfGroup> & Group) => {
  const t = listTexts()
  return [t.payers(links), t.paid(paid_links), late_links > 0 && t.late(late_links)]
    .filter(Boolean)
    .join(' · ')
}

function Sums({ of: { currency, total, paid, remaining, overdue } }: { of: Group['sums'][number] }) {
  const t = groupTexts()
  const money = (value: string) => <Amount of={value} currency={currency} />
  return (
    <Figures>
      <Figure name={t.total} value={money(total)} />
      <Figure name={t.paid} value={money(paid)} />
      <Figure name={t.remaining} value={money(remaining)} />
      <Figure name={t.overdue} value={money(overdue)} />
    </Figures>
  )
}

const tones: Record<LinkOfGroup['state'], Tone> = {
  PAID: 'good',
  LATE: 'bad',
  UNPAID: 'plain',
  CANCELLED: 'plain',
}

function columns(): Column<LinkOfGroup>[] {
  const t = groupTexts()
  const money = (value: string | null, currency: string) => <Amount of={value} currency={currency} />
  return [
    {
      heading: t.name,
      cell: ({ payer_label, merchant_reference }) =>
        payer_label === null ? (
          <Reference of={merchant_reference} />
        ) : (
          <>
            {payer_label}
            <br />
            <small>
              <Reference of={merchant_reference} />
            </small>
          </>
        ),
    },
    {
      heading: t.state,
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
      onCard: 'corner',
    },
    { heading: t.total, numeric: true, cell: ({ total, currency }) => money(total, currency) },
    { heading: t.paid, numeric: true, cell: ({ paid, currency }) => money(paid, currency) },
    { heading: t.remaining, numeric: true, cell: ({ remaining, currency }) => money(remaining, currency) },
    { heading: t.nextDue, cell: (link) => <Due link={link} /> },
    { heading: t.lastPaid, cell: ({ last_paid_at: at }) => at && <Time at={at} look="shortDay" /> },
  ]
}

/** All that is due until today, and for how long; or else what is due next. */
function Due({ link: { due_so_far, days_overdue, next_due: next, currency } }: { link: LinkOfGroup }) {
  const t = groupTexts()
  if (!next) return null
  if (due_so_far === null || Number(due_so_far) === 0)
    return <>{t.due(formatMoney(next.amount, currency), formatTime(next.due_on, 'day'))}</>
  return (
    <>
      {t.dueSoFar(formatMoney(due_so_far, currency))}
      <br />
      <small>{days_overdue > 0 ? t.overdueFor(days_overdue) : t.dueToday}</small>
    </>
  )
}
