// What a merchant gives of its business to go live, as a list of steps: facts, owners, papers. Each is saved by itself.
import { api } from '../access/session.ts'
import type { Business } from '../api-types.ts'
import './business.css'
import { FactsCard } from './facts-form.tsx'
import { OwnersCard } from './owners.tsx'
import { nameOf, PapersCard } from './papers.tsx'
import { businessTexts } from './texts.ts'

/** @param changed is called with the business as it is after each change. */
export function BusinessSteps({
  business,
  changed,
}: {
  business: Business
  changed: (business: Business) => void
}) {
  const reload = async () => changed(await api.get<Business>('business'))
  return (
    <>
      <FactsCard business={business} saved={changed} />
      <OwnersCard business={business} saved={changed} />
      <PapersCard business={business} changed={() => void reload()} />
    </>
  )
}

/** What is missing before the request can be sent, in words. */
export function MissingList({ business }: { business: Business }) {
  const t = businessTexts()
  const { missing, papers } = business
  const isFact = (name: string): name is keyof typeof t.missingFacts => name in t.missingFacts
  const facts = missing.filter(isFact).map((name) => t.missingFacts[name])
  const open = papers.filter(({ state }) => state !== 'SENT' && state !== 'ACCEPTED')
  return (
    <>
      <p>{t.missing}</p>
      <ul>
        {[...facts, ...open.map((paper) => nameOf(paper, business))].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
