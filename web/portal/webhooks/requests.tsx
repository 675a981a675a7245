// The request log: the API requests of the merchant's servers.
import { Fragment } from 'preact'
import { Badge } from '../../ui/display/badge.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, language, plural } from '../../ui/language/language.ts'
import { faultText } from '../../ui/language/refusal.ts'
import { serviceMessage } from '../../ui/language/service-messages.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import type { LoggedRequest } from '../api-types.ts'
import { Choices } from '../choices.tsx'
import { useList } from '../list.ts'

const texts = catalogue({
  fr: {
    title: 'Journal des requêtes',
    intro: 'Les dernières requêtes de vos serveurs et nos réponses, sans leur contenu. Conservées 7 jours.',
    all: 'Toutes',
    ok: 'Réussies',
    failed: 'Refusées',
    which: 'Filtrer par résultat',
    request: 'Requête',
    status: 'Réponse',
    reason: 'Raison',
    took: 'Durée',
    address: 'Adresse IP',
    at: 'Date',
    none: 'Aucune requête',
    noneHint: 'Les requêtes de vos serveurs apparaîtront ici.',
    ms: (count: string) => `${count} ms`,
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'requête', other: 'requêtes' })}`,
  },
  en: {
    title: 'Request log',
    intro: 'Your servers’ latest requests and our responses, without bodies. Kept for 7 days.',
    all: 'All',
    ok: 'Successful',
    failed: 'Failed',
    which: 'Filter by result',
    request: 'Request',
    status: 'Response',
    reason: 'Reason',
    took: 'Duration',
    address: 'IP address',
    at: 'Date',
    none: 'No requests',
    noneHint: 'Requests from your servers will appear here.',
    ms: (count: string) => `${count} ms`,
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'request', other: 'requests' })}`,
  },
})

export function RequestsPage() {
  const t = texts()
  const list = useList<LoggedRequest>('requests')
  const choices = [
    ['', t.all],
    ['ok', t.ok],
    ['failed', t.failed],
  ] as const
  return (
    <Page title={t.title} intro={t.intro}>
      <Choices label={t.which} list={list} of={choices} />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Table
              caption={t.title}
              rows={items}
              keyOf={({ request_id }) => request_id}
              empty={
                <EmptyState title={t.none}>
                  <p>{t.noneHint}</p>
                </EmptyState>
              }
              columns={[
                {
                  heading: t.request,
                  cell: ({ method, path, request_id }) => (
                    <>
                      <Path method={method} path={path} />
                      <span class="small-print code tiny">{request_id}</span>
                    </>
                  ),
                },
                {
                  heading: t.status,
                  onCard: 'corner',
                  cell: ({ status }) => <Badge tone={status < 400 ? 'good' : 'bad'}>{String(status)}</Badge>,
                },
                {
                  heading: t.reason,
                  onCard: 'below',
                  cell: ({ reason }) => reason && <Reason text={reason} />,
                },
                { heading: t.took, numeric: true, cell: (row) => t.ms(formatNumber(row.duration_ms)) },
                { heading: t.address, cell: ({ address }) => <span class="nowrap">{address}</span> },
                { heading: t.at, cell: ({ at }) => <Time at={at} look="exact" /> },
              ]}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

/** A method and path that wrap only between the path's segments. */
function Path({ method, path }: { method: string; path: string }) {
  return (
    <span class="code path">
      {method}{' '}
      {path.split(/(?=\/)/).map((part, i) => (
        <Fragment key={i}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

/** Why a request was refused, one fault per line. English is shown as the service wrote it, and so is a message without a translation. */
function Reason({ text }: { text: string }) {
  return (
    <span>
      {text
        .split(/;\s*/)
        .filter((fault) => fault !== '')
        .map((fault) => (
          <FaultLine key={fault} fault={fault} />
        ))}
    </span>
  )
}

function FaultLine({ fault }: { fault: string }) {
  const known = language.value === 'en' ? fault : translated(fault)
  return (
    <span class="fault-line" lang={known === undefined ? 'en' : undefined}>
      {known ?? fault}
    </span>
  )
}

/** A fault of a field names it first: "body.amount: Field required". */
function translated(fault: string): string | undefined {
  const [, field, message = ''] = /^(?:body|query|path)\.?([\w.[\]]*): (.+)$/.exec(fault) ?? []
  return field ? uiTexts().labelled(field, faultText({ field, message })) : serviceMessage(fault)
}
