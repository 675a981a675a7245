// The review of a business: its facts, its owners with what screening found, and its papers one by one.
import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { Decision } from '../parts/decision.tsx'
import { Download } from '../parts/files.tsx'
import { type Business, type BusinessPaper, businessPath, decidePaper, readBusiness } from './business.ts'
import { Owners } from './owners.tsx'
import { reviewTexts } from './texts.ts'

/** Loads nothing before it is opened, because each view is audited. */
export function BusinessReview({ code }: { code: string }) {
  const t = reviewTexts()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenReview code={code} />
  return (
    <Card title={t.title}>
      <p class="soft">{t.openText}</p>
      <ActButton right="read_compliance" onClick={() => setOpen(true)}>
        {t.open}
      </ActButton>
    </Card>
  )
}

function OpenReview({ code }: { code: string }) {
  const t = reviewTexts()
  const business = useLoad(`business ${code}`, (signal) => readBusiness(code, signal))
  return (
    <Await of={business}>
      {(found) =>
        found.kind === null ? (
          <Card title={t.title}>
            <p>{t.none}</p>
          </Card>
        ) : (
          <div class="stack">
            <Card title={t.title}>
              <OpenPoints business={found} />
              <Facts facts={factsOf(found)} />
            </Card>
            <Owners business={found} code={code} done={business.reload} />
            <Papers business={found} code={code} done={business.reload} />
          </div>
        )
      }
    </Await>
  )
}

/** What stands against an approval. */
export function OpenPoints({ business }: { business: Business }) {
  const t = reviewTexts()
  const { open, papers, owners } = business
  if (open.length === 0) return <Notice tone="good">{t.ready}</Notice>
  const facts = open.flatMap((name) => t.missing[name] ?? [])
  const waiting = papers.filter(({ state }) => state !== 'ACCEPTED')
  const held = owners.filter(
    ({ screening }) => screening?.state !== 'CLEAR' && screening?.state !== 'CLEARED',
  )
  const names = [
    ...facts,
    ...waiting.map((paper) => nameOf(paper, business)),
    ...held.map(({ name }) => t.screeningOf(name)),
  ]
  return (
    <Notice title={t.stillOpen}>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Notice>
  )
}

function factsOf({ kind, rccm, national_id, tax_number, authorization, address }: Business): Fact[] {
  const t = reviewTexts()
  return [
    [t.kind, kind && t.kinds[kind]],
    ...(rccm ? ([[t.rccm, rccm, rccm]] as const) : []),
    ...(authorization ? ([[t.authorization, authorization]] as const) : []),
    ...(national_id ? ([[t.nationalId, national_id, national_id]] as const) : []),
    [t.taxNumber, tax_number, tax_number ?? undefined],
    [t.address, address && [address.street, address.commune, address.city].join(', ')],
  ]
}

function nameOf({ paper, owner_id }: BusinessPaper, { owners }: Business): string {
  const t = reviewTexts()
  const owner = owners.find((each) => each.owner_id === owner_id)
  return owner ? t.ofOwner(t.papersNames[paper], owner.name) : t.papersNames[paper]
}

const tones: Record<BusinessPaper['state'], Tone> = {
  MISSING: 'plain',
  SENT: 'wait',
  RETURNED: 'bad',
  ACCEPTED: 'good',
  EXPIRED: 'bad',
}

type Props = { business: Business; code: string; done: () => void }

function Papers({ business, code, done }: Props) {
  const t = reviewTexts()
  const [wanted, setWanted] = useState<{ paper: BusinessPaper; decision: 'accept' | 'return' }>()
  return (
    <Card title={t.papers}>
      {business.papers.map((paper) => (
        <PaperRow
          key={`${paper.paper} ${paper.owner_id}`}
          code={code}
          paper={paper}
          name={nameOf(paper, business)}
          want={(decision) => setWanted({ paper, decision })}
        />
      ))}
      {wanted && (
        <PaperDecision
          {...wanted}
          code={code}
          name={nameOf(wanted.paper, business)}
          done={done}
          close={() => setWanted(undefined)}
        />
      )}
    </Card>
  )
}

function PaperRow({
  code,
  paper,
  name,
  want,
}: {
  code: string
  paper: BusinessPaper
  name: string
  want: (decision: 'accept' | 'return') => void
}) {
  const t = reviewTexts()
  const { state, reason, expires_on, files } = paper
  return (
    <section class="stack" aria-label={name}>
      <h3>
        {name} <Badge tone={tones[state]}>{t.states[state]}</Badge>
      </h3>
      {reason && <p>{t.reasonGiven(reason)}</p>}
      {expires_on && <p class="soft">{t.validUntil(formatTime(expires_on, 'day'))}</p>}
      <ul class="file-list" aria-label={name}>
        {files.map((file) => (
          <li key={file.file_id}>
            <span>{file.name}</span>
            <Download
              path={`${businessPath(code)}/files/${file.file_id}`}
              name={t.download}
              label={`${t.download} ${file.name}`}
            />
          </li>
        ))}
      </ul>
      {files.length > 0 && state !== 'RETURNED' && (
        <div class="actions">
          {state === 'SENT' && (
            <ActButton
              right="compliance"
              appearance="main"
              small
              aria-label={t.acceptTitle(name)}
              onClick={() => want('accept')}
            >
              {t.accept}…
            </ActButton>
          )}
          <ActButton right="compliance" small aria-label={t.returnTitle(name)} onClick={() => want('return')}>
            {t.return}…
          </ActButton>
        </div>
      )}
    </section>
  )
}

function PaperDecision({
  code,
  paper,
  name,
  decision,
  done,
  close,
}: {
  code: string
  paper: BusinessPaper
  name: string
  decision: 'accept' | 'return'
  done: () => void
  close: () => void
}) {
  const t = reviewTexts()
  const isIdentity = paper.paper === 'OWNER_IDENTITY'
  const known = { 'The paper has other files now: read it again': t.changed }
  if (decision === 'return')
    return (
      <Decision
        title={t.returnTitle(name)}
        explanation={t.returnText}
        action={t.return}
        appearance="danger"
        decide={async ({ reason = '' }) => {
          await decidePaper(code, paper, { decision, reason })
          done()
        }}
        done={t.returned}
        known={known}
        close={close}
      />
    )
  return (
    <Decision
      title={t.acceptTitle(name)}
      explanation={t.acceptText}
      action={t.accept}
      reason="none"
      decide={async ({ expires_on }) => {
        await decidePaper(code, paper, { decision, ...(expires_on && { expires_on }) })
        done()
      }}
      done={t.accepted}
      known={known}
      close={close}
    >
      <Field
        name="expires_on"
        type="date"
        label={t.expiresOn}
        {...(isIdentity ? { required: true } : { hint: t.expiresOptional })}
      />
    </Decision>
  )
}
