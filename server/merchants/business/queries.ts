// The papers of a business and their files, as they are stored.
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { ReceivedFault, ReceivedState } from '../../platform/documents/received-file.ts'
import type { PaperKind, PaperPlace } from './required-papers.ts'

export type PaperRow = {
  id: bigint
  paper_id: string
  kind: PaperKind
  owner_id: string | null
  state: 'SENT' | 'ACCEPTED' | 'RETURNED' | 'REPLACED'
  expires_on: string | null
  reason: string | null
  decided_by: string | null
  decided_at: Temporal.Instant | null
  created_at: Temporal.Instant
}

export type FileRow = {
  id: bigint
  file_id: string
  paper_id: bigint
  name: string
  size: number
  sha256: Buffer
  received: number
  state: ReceivedState
  fault: ReceivedFault | null
  type: 'application/pdf' | 'image/jpeg' | 'image/png' | null
  active_at: Temporal.Instant
}

/** A paper that counts, with its files in the order in which they were begun. */
export type Paper = PaperRow & { files: FileRow[] }

export const paperColumns = `p.id, p.paper_id, p.kind, p.owner_id, p.state, p.expires_on::text as expires_on, p.reason, p.decided_by,
  p.decided_at, p.created_at`
export const fileColumns = `f.id, f.file_id, f.paper_id, f.name, f.size, f.sha256, f.received, f.state, f.fault, f.type, f.active_at`

const listPapers = controlStatement<PaperRow>(
  'list_business_papers',
  `select ${paperColumns} from business_paper p where p.merchant_id = $1 and p.state <> 'REPLACED' order by p.id`,
)
const listFiles = controlStatement<FileRow>(
  'list_business_files',
  `select ${fileColumns} from business_file f join business_paper p on p.id = f.paper_id
    where p.merchant_id = $1 and p.state <> 'REPLACED' order by f.id`,
)

/** The papers of a merchant that were not replaced. */
export async function papersOf(sql: Sql, merchantId: bigint): Promise<Paper[]> {
  const papers = await sql.rows(listPapers, [merchantId])
  const files = Map.groupBy(await sql.rows(listFiles, [merchantId]), ({ paper_id }) => paper_id)
  return papers.map((paper) => ({ ...paper, files: files.get(paper.id) ?? [] }))
}

/** Those of one place. */
export const papersAt = (papers: readonly Paper[], { kind, ownerId }: PaperPlace): Paper[] =>
  papers.filter((paper) => paper.kind === kind && paper.owner_id === ownerId)

export const hasFile = ({ files }: Paper): boolean => files.some(({ state }) => state === 'RECEIVED')

/** What the state of a place depends on. */
export const heldPapers = (papers: readonly Paper[]) =>
  papers.flatMap((paper) =>
    paper.state === 'REPLACED'
      ? []
      : [
          {
            state: paper.state,
            hasFile: hasFile(paper),
            expiresOn: paper.expires_on === null ? null : Temporal.PlainDate.from(paper.expires_on),
          },
        ],
  )
