// The document of a declaration of suspicion, with the items that article 94 of law 22/068 asks for: the operation, the persons, the
// reasons, whether it was executed or must be blocked, and by when it must be executed.
import type { ScreeningFinding } from '../../holds/schemas.ts'
import { stamp } from '../../transfer/formats.ts'
import type { CaseRow } from '../case-row.ts'
import { caseFacts, type FactsNeeds } from '../facts.ts'
import type { DeclarationContent } from './content.ts'

/** Who declares: the operator of the service, as invoices name it. */
export type Institution = { name: string; address: string; rccm: string; nif: string }

export const legalBasis = 'Loi n°\u00a022/068 du 27 décembre 2022, article 94'
export const recipient = 'Cellule nationale des renseignements financiers (CENAREF)'

export type DeclarationDocument = Awaited<ReturnType<typeof declarationDocument>>

type Prepared = {
  content: DeclarationContent
  number: string
  preparedBy: string
  preparedAt: Temporal.Instant
}

/** Builds the document from what officers wrote and what the service knows about the person. Times are UTC. */
export async function declarationDocument(
  needs: FactsNeeds & { institution: Institution | undefined },
  row: CaseRow,
  { content, number, preparedBy, preparedAt }: Prepared,
) {
  const { person, transfers, alerts, limits, papers } = await caseFacts(needs, row)
  const { execute_by = null, ...written } = content
  return {
    number,
    case_id: row.case_id,
    environment: row.environment,
    legal_basis: legalBasis,
    recipient,
    prepared_by: preparedBy,
    prepared_at: stamp(preparedAt),
    institution: needs.institution ?? null,
    ...written,
    execute_by,
    person,
    operations: transfers.map((transfer) => ({
      transaction_id: transfer.transaction_id,
      reference: transfer.reference,
      merchant_name: transfer.merchant_name,
      at: transfer.created_at,
      status: transfer.status,
      amount: transfer.amount,
      currency: transfer.currency,
      operator: transfer.operator,
      customer_number: transfer.customer_number,
      subscriber_name: transfer.subscriber_name,
      roles: transfer.roles,
      parties: transfer.parties,
    })),
    matches: distinct([
      ...transfers.flatMap(({ screening }) => (screening ?? []).flatMap(({ matches }) => matches)),
      ...alerts.map(({ match }) => match),
    ]),
    limits: limits.map(({ rule, outcome, reached, limit, measure, at, reference }) => ({
      rule,
      outcome,
      measure,
      reached,
      limit,
      at,
      reference,
    })),
    papers: papers.map(({ name, type }) => ({ name, type })),
  }
}

type Match = Pick<ScreeningFinding['matches'][number], 'list' | 'entry_id' | 'entry_name' | 'score'>

/** Each entry of a list once, however many transfers it matched. */
function distinct(matches: readonly Match[]): Match[] {
  const byEntry = new Map(
    matches.map(({ list, entry_id, entry_name, score }) => [
      `${list} ${entry_id}`,
      { list, entry_id, entry_name, score },
    ]),
  )
  return [...byEntry.values()]
}
