// One case: the person, what came together about it, and what to do next.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { partyLabel } from '../../ui/language/party-labels.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { Money } from '../parts/money.tsx'
import { type Case, caseHref, casesPath } from './case.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseBadge } from './cases-page.tsx'
import { DeclarationCard } from './declaration.tsx'
import { CaseAlerts, CaseLimits, CaseTransfers } from './found.tsx'
import { PaperRequests } from './paper-requests.tsx'
import { Notes, Papers } from './papers.tsx'
import { requestTexts } from './request-texts.ts'
import { caseTexts } from './texts.ts'

export function CasePage({ id }: { id: string }) {
  const t = caseTexts()
  // Not reloaded by itself: each view is in the audit log.
  const loaded = useLoad(`case ${id}`, (signal) =>
    api.get<Case>(`${casesPath}/${encodeURIComponent(id)}`, {}, signal),
  )
  const reload = () => {
    loaded.reload()
    recordDecision()
  }
  const title = loaded.data ? t.of(loaded.data.person.name) : t.title
  return (
    <Page title={title} back={{ href: '/console/cases', label: t.back }}>
      <Await of={loaded}>
        {(detail) => (
          <div class="columns uneven">
            <div class="stack">
              <CaseActions detail={detail} done={reload} />
              <PersonFacts detail={detail} />
              <CaseTransfers transfers={detail.transfers} />
              {detail.alerts.length > 0 && <CaseAlerts detail={detail} />}
              {detail.limits.length > 0 && <CaseLimits limits={detail.limits} />}
              <DeclarationCard detail={detail} done={reload} />
              <PaperRequests detail={detail} done={reload} />
              <Papers detail={detail} done={reload} />
            </div>
            <div class="stack">
              {detail.allowed_actions.add.allowed && (
                <Notes key={notesOf(detail)} id={detail.case_id} done={reload} />
              )}
              <CaseHistory detail={detail} />
            </div>
          </div>
        )}
      </Await>
    </Page>
  )
}

/** A note that was added empties the form. */
const notesOf = ({ history }: Case) => history.filter(({ event }) => event === 'note').length

function PersonFacts({ detail }: { detail: Case }) {
  const t = caseTexts()
  const { person, activity } = detail
  return (
    <Card title={t.person} side={<CaseBadge row={detail} />}>
      <Facts
        facts={[
          [t.name, <bdi key="name">{person.name}</bdi>],
          [t.birthDate, person.birth_date && formatTime(person.birth_date, 'day')],
          [t.document, `${partyLabel('document', person.document.type)} ${person.document.number}`],
          ...(person.number ? [[t.number, formatPhone(person.number)] as const] : []),
          [
            t.activity,
            <>
              {t.activityText(activity.transfers)}, <Money amount={activity.amount} currency="USD" />
            </>,
          ],
          [t.opened, <Time key="opened" at={detail.opened_at} />],
          [t.due, <Time key="due" at={detail.due_at} />],
          ...(detail.outcome ? [[t.outcome, t.outcomes[detail.outcome]] as const] : []),
          ...(detail.proposed_by ? [[t.proposedBy, detail.proposed_by] as const] : []),
          ...(detail.closed_by ? [[t.closedBy, detail.closed_by] as const] : []),
          ...(detail.earlier_cases.length > 0
            ? [[t.earlier, <EarlierCases key="earlier" cases={detail.earlier_cases} />] as const]
            : []),
        ]}
      />
    </Card>
  )
}

function EarlierCases({ cases }: { cases: Case['earlier_cases'] }) {
  const t = caseTexts()
  return (
    <>
      {cases.map(({ case_id, outcome, closed_at }, i) => (
        <span key={case_id}>
          {i > 0 && ', '}
          <a href={caseHref(case_id)}>
            {t.outcomes[outcome]} (<Time at={closed_at} look="list" />)
          </a>
        </span>
      ))}
    </>
  )
}

function CaseHistory({ detail }: { detail: Case }) {
  const t = caseTexts()
  return (
    <Card title={t.history}>
      <Timeline
        moments={detail.history.toReversed().map(({ event, at, ...line }) => {
          const { actor, text } = inWords({ event, ...line })
          if (event === 'item_added') return { at, ...addedItem(detail, line) }
          return {
            at,
            title: t.events[event],
            detail: text === null ? actor : <span class="as-written">{t.by(actor, text)}</span>,
          }
        })}
      />
    </Card>
  )
}

type Line = Omit<Case['history'][number], 'at'>

/** What was added, by its amount and beneficiary instead of ids; an item of another case is linked there. */
function addedItem({ transfers, case_id }: Case, { actor, text }: Omit<Line, 'event'>) {
  const t = caseTexts()
  const [transaction = '', ...rest] = (text ?? '').split('\n')
  const transfer = transfers.find(({ transaction_id }) => transaction_id === transaction)
  const other = rest.find((line) => /^[0-9a-f-]{36}$/.test(line) && line !== case_id)
  const said = rest.filter((line) => line !== other).join('\n')
  const by = actor === 'likuta' ? undefined : actor
  const what = transfer
    ? t.addedTransfer(formatMoney(transfer.amount, transfer.currency), transfer.parties.receiver.name)
    : t.otherTransfer
  return {
    title: transfer?.reasons.includes('hold') ? t.heldAdded : t.events.item_added,
    detail: (
      <>
        <a href={`/console/transfers/${encodeURIComponent(transaction)}`}>{what}</a>
        {other && (
          <>
            {' · '}
            <a href={caseHref(other)}>{t.otherCase}</a>
          </>
        )}
        {(by || said) && (
          <>
            {' · '}
            <span class="as-written">{by && said ? t.by(by, said) : (by ?? said)}</span>
          </>
        )}
      </>
    ),
  }
}

/** A line with the codes that the service writes in the reader's language. */
function inWords({ event, actor, text }: Line): Pick<Line, 'actor' | 'text'> {
  const t = caseTexts()
  const r = requestTexts()
  const person = actor === 'upload link' ? r.person : actor
  if (event === 'papers_requested') return { actor: person, text: labelled(text, r.kinds) }
  if (event === 'declaration_sent')
    return { actor: person, text: labelled(text?.replace(' ', ', '), t.steps) }
  return { actor: person, text }
}

/** A text with the labels of the codes in it: `IDENTITY, FUNDS`, or `WRITING` with a reference. */
const labelled = (text: string | null | undefined, labels: Readonly<Record<string, string>>) =>
  text?.replaceAll(/\b[A-Z]+\b/g, (code) => labels[code] ?? code) ?? null
