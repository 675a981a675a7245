// A business as its owner and compliance officers see it: facts, the checklist of papers, and for officers the screening of owners.
import { renderMatches } from '../../compliance/screening/match-view.ts'
import { screeningsOf } from '../../compliance/screening/screening-record.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type BusinessFacts, readFacts } from './facts.ts'
import { hasFile, heldPapers, type Paper, papersAt, papersOf } from './queries.ts'
import { missingForRequest, openForApproval } from './readiness.ts'
import { renderProgress } from './receive-file.ts'
import { type PaperPlace, requiredPapers, stateOfPlace, today } from './required-papers.ts'
import { ownerSubject, screeningsOfOwners } from './screen-owners.ts'

export type ViewNeeds = { db: Sql; secrets: Secrets }

/** The paper of a place that a reader looks at first: what was sent last, else what was returned, else what was accepted. */
function currentPaper(papers: readonly Paper[]): Paper | undefined {
  const inState = (state: Paper['state']) => papers.findLast((paper) => paper.state === state)
  const sent = inState('SENT')
  return sent && hasFile(sent) ? sent : (inState('RETURNED') ?? inState('ACCEPTED') ?? sent)
}

function renderPlace(place: PaperPlace, papers: readonly Paper[], now: Temporal.Instant) {
  const own = papersAt(papers, place)
  const current = currentPaper(own)
  return {
    paper: place.kind,
    owner_id: place.ownerId,
    state: stateOfPlace(heldPapers(own), today(now)),
    reason: current?.state === 'RETURNED' ? current.reason : null,
    expires_on: own.find(({ state }) => state === 'ACCEPTED')?.expires_on ?? null,
  }
}

/** What its owner sees. `editable`: whether the facts can be changed now. */
export async function businessOfMerchant(
  { db, secrets }: ViewNeeds,
  {
    merchantId,
    asksPapers,
    isFixed,
    now,
  }: { merchantId: bigint; asksPapers: boolean; isFixed: boolean; now: Temporal.Instant },
) {
  const facts = await readFacts(db, secrets, merchantId)
  const papers = await papersOf(db, merchantId)
  return {
    asks_papers: asksPapers,
    editable: asksPapers && !isFixed,
    ...facts,
    papers: requiredPapers(facts).map((place) => {
      const own = papersAt(papers, place)
      // Those that are being sent count, too: their sending may go on.
      const shown = own.find(({ state, files }) => state === 'SENT' && files.length > 0) ?? currentPaper(own)
      return { ...renderPlace(place, papers, now), files: (shown?.files ?? []).map(renderProgress) }
    }),
    missing: missingForRequest(facts, papers, now),
  }
}

/** What officers see, with what stands against an approval: nothing where no papers are asked for. */
export async function businessForReview(
  { db, secrets }: ViewNeeds,
  { merchantId, asksPapers, now }: { merchantId: bigint; asksPapers: boolean; now: Temporal.Instant },
) {
  const facts = await readFacts(db, secrets, merchantId)
  const papers = await papersOf(db, merchantId)
  const screening = await renderScreenings({ db, secrets }, merchantId, facts)
  return {
    ...facts,
    owners: facts.owners.map((owner) => ({ ...owner, screening: screening(owner.owner_id) })),
    papers: requiredPapers(facts).map((place) => {
      const current = currentPaper(papersAt(papers, place))
      return {
        ...renderPlace(place, papers, now),
        paper_id: current?.paper_id ?? null,
        decided_by: current?.decided_by ?? null,
        decided_at: current?.decided_at ? zonelessMicrosecond(current.decided_at) : null,
        files: (current?.files ?? [])
          .filter(({ state }) => state === 'RECEIVED')
          .map(({ file_id, name, type, size }) => ({ file_id, name, type: type!, size })),
      }
    }),
    open: asksPapers ? await openForApproval(db, facts, { merchantId, now }) : [],
  }
}

async function renderScreenings({ db }: ViewNeeds, merchantId: bigint, { owners }: BusinessFacts) {
  const states = await screeningsOfOwners(db, merchantId)
  const records = await screeningsOf(
    db,
    owners.map(({ owner_id }) => ownerSubject(owner_id)),
  )
  const view = await renderMatches(
    db,
    records.flatMap(({ matches }) => matches),
  )
  return (ownerId: string) => {
    const state = states.get(ownerId)
    if (!state) return null
    const latest = records.findLast(({ subject }) => subject === ownerSubject(ownerId))
    return {
      state: state.state,
      screened_at: zonelessMicrosecond(state.screened_at),
      list_version: latest?.list_version ?? null,
      decided_by: state.decided_by,
      decided_at: state.decided_at && zonelessMicrosecond(state.decided_at),
      reason: state.reason,
      matches: (latest?.matches ?? []).map(view),
    }
  }
}
