// The owners of a business, with what screening found about each and the decision of an officer.
import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { countryName, formatNumber } from '../../ui/language/language.ts'
import { ActButton } from '../frame/act-button.tsx'
import { Decision } from '../parts/decision.tsx'
import { MatchTable } from '../screening/match-table.tsx'
import { type Business, type BusinessOwner, decideOwner, type OwnerDecision } from './business.ts'
import { reviewTexts } from './texts.ts'

type Props = { business: Business; code: string; done: () => void }
type State = NonNullable<BusinessOwner['screening']>['state']

const tones: Record<State, Tone> = {
  CLEAR: 'good',
  HELD: 'wait',
  UNAVAILABLE: 'bad',
  CLEARED: 'good',
  CONFIRMED: 'bad',
}

/** What may be decided in each state. */
const decisions: Record<State, readonly OwnerDecision[]> = {
  CLEAR: [],
  HELD: ['clear', 'confirm'],
  UNAVAILABLE: ['repeat'],
  CLEARED: ['confirm'],
  CONFIRMED: ['clear'],
}

export function Owners({ business, code, done }: Props) {
  const t = reviewTexts()
  const [wanted, setWanted] = useState<{ owner: BusinessOwner; decision: OwnerDecision }>()
  return (
    <Card title={t.owners}>
      {business.owners.map((owner) => (
        <OneOwner key={owner.owner_id} owner={owner} want={(decision) => setWanted({ owner, decision })} />
      ))}
      {wanted && (
        <Decision
          title={t.ofOwner(t[wanted.decision], wanted.owner.name)}
          explanation={t[`${wanted.decision}Text`]}
          action={t[wanted.decision]}
          appearance={wanted.decision === 'confirm' ? 'danger' : 'main'}
          decide={async ({ reason = '' }) => {
            await decideOwner(code, wanted.owner, { decision: wanted.decision, reason })
            done()
          }}
          done={t.ownerDone}
          close={() => setWanted(undefined)}
        />
      )}
    </Card>
  )
}

function OneOwner({ owner, want }: { owner: BusinessOwner; want: (decision: OwnerDecision) => void }) {
  const t = reviewTexts()
  const { name, share, birth_date, nationality, document_number, screening } = owner
  const person = { name, birth_date, countries: [nationality], document: document_number }
  return (
    <section class="stack" aria-label={name}>
      <h3>
        {name} · {share === null ? t.manages : t.share(formatNumber(share))}{' '}
        {screening && <Badge tone={tones[screening.state]}>{t.screenings[screening.state]}</Badge>}
      </h3>
      <Facts
        facts={[
          [t.born, formatTime(birth_date, 'day')],
          [t.nationality, countryName(nationality)],
          [t.document, document_number, document_number],
        ]}
      />
      {screening && screening.state !== 'CLEAR' && (
        <>
          {screening.state === 'UNAVAILABLE' && (
            <Notice>{t.screeningFailed(formatTime(screening.screened_at, 'full'))}</Notice>
          )}
          {screening.matches.map((match) => (
            <MatchTable key={match.entry_id} person={person} match={match} />
          ))}
          <div class="actions">
            {decisions[screening.state].map((decision) => (
              <ActButton
                key={decision}
                right="compliance"
                small
                aria-label={`${t[decision]} · ${name}`}
                onClick={() => want(decision)}
              >
                {t[decision]}…
              </ActButton>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
