// Where the pages of batches are: in the portal of a merchant, or in the console of admins. They differ in their routes, in who may do what,
// and in some words.
import type { ComponentChildren, VNode } from 'preact'
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../display/pager.tsx'
import type { Client } from '../service/client.ts'
import type { Loaded } from '../service/load.ts'
import type { Words } from './words.ts'

export type Batch = schemas.Batch
export type BatchSummary = schemas.Batches['data']['items'][number]
export type BatchRow = schemas.BatchRows['data']['items'][number]
export type RefundBatchRow =
  | schemas.RefundBatchRows['data']['items'][number]
  | schemas.AdminRefundBatchRows['data']['items'][number]
export type AnyBatchRow = BatchRow | RefundBatchRow

/** The rows of a batch, with the filters and the page in the address. */
export type RowList = {
  filters: Readonly<Record<string, string>>
  loaded: Loaded<Paged<AnyBatchRow>>
  hrefOf: (page: number) => string
  /** The address of the first page with this value of a filter. */
  hrefWith: (value: string, name: string) => string
  filter: (values: Record<string, string>) => void
}

/** A field of a row. */
export type InputProps = { name: string; label: string; value: string; hint?: string | undefined }

export type BatchPlace = Readonly<{
  words: Words
  /** Of the collection, as `api` takes it. */
  path: string
  /** The address of the list. */
  page: string
  api: Client
  /** Posts what may need a proof of identity, for which it asks. */
  postConfirmed: (path: string, body: unknown) => Promise<unknown>
  /** A hook. @param path of the batch in the API */
  useRows: (path: string, limit: number) => RowList
  may: (act: 'change' | 'confirm' | 'export') => boolean
  /** Whether the reader uploaded the batch, corrected rows of it or changed profiles of its rows, and cannot confirm it. */
  isOwn: (batch: Batch) => boolean
  /** The page of the payment or transfer of a row. */
  hrefOfRow: (id: string) => string
  /** Tells a reader who cannot confirm the batch who can; without a batch, whoever is about to upload one. */
  secondPerson: (batch?: Batch) => ComponentChildren
  /** The input of a field that is corrected, if not all are texts. */
  Input?: (field: InputProps) => VNode
  /** Beside the price of a batch without enough money. */
  wallet?: () => ComponentChildren
}>

export const pathOfBatch = ({ path }: BatchPlace, batchId: string) => `${path}/${encodeURIComponent(batchId)}`
