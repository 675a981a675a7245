// The request log: the API requests of the merchant's servers.
import { Fragment } from 'preact'
import { Badge } from '../../ui/display/badge.tsx'
import { formatMilliseconds } from '../../ui/display/duration.ts'
import { Code, Facts } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState, Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, language, plural } from '../../ui/language/language.ts'
import { faultText } from '../../ui/language/refusal.ts'
import { serviceMessage } from '../../ui/language/service-messages.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { may } from '../access/session.ts'
import type { LoggedRequest } from '../api-types.ts'
import { Choices } from '../choices.tsx'
import { useList } from '../list.ts'
import { signatureCause, signatureDetail } from './signature-cause.ts'

type Explanation = NonNullable<LoggedRequest['explanation']>

const texts = catalogue({
  fr: {
    title: 'Journal des requêtes',
    intro: 'Les dernières requêtes de vos serveurs et nos réponses, sans leur contenu. Conservées 7 jours.',
    all: 'Toutes',
    ok: 'Réussies',
    failed: 'Refusées',
    which: 'Filtrer par résultat',
    request: 'Requête',
    id: 'Numéro',
    reason: 'Raison',
    address: 'Adresse IP',
    at: 'Date',
    explain: (status: string) => `Pourquoi ce ${status}\u202f?`,
    timestamp: 'Horodatage reçu',
    body: 'Contenu reçu',
    bytes: (count: number, hash: string) =>
      `${formatNumber(count)} ${plural(count, { one: 'octet', other: 'octets' })}, SHA-256 ${hash}`,
    compare: 'Comparez cette empreinte à celle des octets que votre serveur a signés.',
    check: 'Vérifier une signature',
    none: 'Aucune requête',
    noneHint: 'Les requêtes de vos serveurs apparaîtront ici.',
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
    id: 'Request ID',
    reason: 'Reason',
    address: 'IP address',
    at: 'Date',
    explain: (status: string) => `Why this ${status}?`,
    timestamp: 'Timestamp received',
    body: 'Body received',
    bytes: (count: number, hash: string) =>
      `${formatNumber(count)} ${plural(count, { one: 'byte', other: 'bytes' })}, SHA-256 ${hash}`,
    compare: 'Compare this hash with that of the bytes your server signed.',
    check: 'Check a signature',
    none: 'No requests',
    noneHint: 'Requests from your servers will appear here.',
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
            <Folds
              label={t.title}
              byDay
              rows={items.map(rowOf)}
              empty={
                <EmptyState title={t.none}>
                  <p>{t.noneHint}</p>
                </EmptyState>
              }
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

/** On its line a request says what a developer looks for: whether it worked, what it was, and why it was refused. */
function rowOf(request: LoggedRequest): Fold {
  const t = texts()
  const { request_id, method, path, status, reason, duration_ms, address, at, explanation } = request
  return {
    key: request_id,
    at,
    name: (
      <span class="request">
        <Badge tone={status < 400 ? 'good' : 'bad'}>{String(status)}</Badge>{' '}
        <Path method={method} path={shortened(path.replace(/^\/api\/v1(?=\/)/, ''))} />
      </span>
    ),
    note: reason && <Reason text={reason} />,
    side: (
      <>
        <Time at={at} look="clock" /> · {formatMilliseconds(duration_ms)}
      </>
    ),
    body: (
      <>
        {explanation && <Explained status={status} explanation={explanation} />}
        <Facts
          facts={[
            ...(reason ? [[t.reason, <Reason key="reason" text={reason} />] as const] : []),
            [t.request, <Path key="request" method={method} path={path} />],
            [t.id, <Code key="id">{request_id}</Code>, request_id],
            [t.address, address],
            [t.at, <Time key="at" at={at} look="exact" />],
          ]}
        />
      </>
    ),
  }
}

/** What the signature check found when the request arrived. Of what was received, only facts are kept. */
function Explained({ status, explanation }: Pick<LoggedRequest, 'status'> & { explanation: Explanation }) {
  const t = texts()
  const { cause, detail, timestamp, body_bytes, body_sha256 } = explanation
  const time =
    timestamp !== null && /^\d{10}$/.test(timestamp) && new Date(Number(timestamp) * 1_000).toISOString()
  return (
    <div class="stack explained">
      <Notice tone="bad" title={t.explain(String(status))}>
        <p>{signatureCause(cause)}</p>
        <p>{signatureDetail(detail)}</p>
      </Notice>
      <Facts
        facts={[
          ...(timestamp === null
            ? []
            : [
                [
                  t.timestamp,
                  <>
                    <Code>{timestamp}</Code>
                    {time && (
                      <>
                        {' · '}
                        <Time at={time} look="exact" />
                      </>
                    )}
                  </>,
                ] as const,
              ]),
          ...(body_bytes === null || body_sha256 === null
            ? []
            : [[t.body, <Code key="body">{t.bytes(body_bytes, body_sha256)}</Code>, body_sha256] as const]),
        ]}
      />
      {body_sha256 !== null && <p class="small-print">{t.compare}</p>}
      {may('keys') && !cause.startsWith('merchant_secret_') && (
        <ButtonLink small href="/portal/signature">
          {t.check}
        </ButtonLink>
      )}
    </div>
  )
}

/** A long identifier keeps its ends, so that a path stays on one line; the whole of it is in the details. */
const shortened = (path: string) => path.replace(/([^/?]{7})[^/?]{7,}([^/?]{7})/g, '$1…$2')

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
