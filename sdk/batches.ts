// Batches: many transfers by file, checked and then confirmed by a person in the portal.
import { type CallOptions, pathOf, type Send } from './http/call.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import type {
  Batch,
  BatchRow,
  BatchRowState,
  BatchSummary,
  ProfileKind,
  SavedProfile,
  SavedProfileSummary,
} from './types/batches.ts'
import type { InboundRequest } from './types/remittance.ts'

/** A transfer, or what is left of it where a row names saved profiles. */
export type BatchUploadRow = Partial<InboundRequest> & {
  reference: string
  sender_profile?: string
  beneficiary?: string
}

export type Batches = {
  /**
   * Uploads up to 10,000 rows. Nothing is sent before a person has confirmed the batch.
   * @throws ConflictError RMT-1034 if the same rows were uploaded within 30 days, with the `batch_id` of the earlier batch.
   */
  upload(name: string, rows: readonly BatchUploadRow[], options?: CallOptions): Promise<Batch>
  /** Newest first. */
  list(query?: { limit?: number }, options?: CallOptions): Pages<BatchSummary>
  /** @throws NotFoundError */
  read(batchId: string, options?: CallOptions): Promise<Batch>
  /** In the order of the file. @throws NotFoundError */
  rows(
    batchId: string,
    query?: { state?: BatchRowState; field?: string; limit?: number },
    options?: CallOptions,
  ): Pages<BatchRow>
  /** A CSV file with what became of each row. @throws NotFoundError */
  result(batchId: string, options?: CallOptions): Promise<Uint8Array>
  /** @throws NotFoundError, ConflictError */
  pause(batchId: string, options?: CallOptions): Promise<Batch>
  /** @throws NotFoundError, ConflictError */
  resume(batchId: string, options?: CallOptions): Promise<Batch>
  /** What was sent stays sent. @throws NotFoundError, ConflictError */
  cancel(batchId: string, options?: CallOptions): Promise<Batch>
  /** Sends failed rows again. @throws NotFoundError, ConflictError */
  retryFailed(batchId: string, options?: CallOptions): Promise<Batch>
  profiles: Profiles
}

/** Saved senders and beneficiaries, which rows name by their codes in `sender_profile` and `beneficiary`. */
export type Profiles = {
  /** Senders first. `q`: only codes that begin like this. */
  list(
    query?: { kind?: ProfileKind; q?: string; limit?: number },
    options?: CallOptions,
  ): Pages<SavedProfileSummary>
  /** @throws NotFoundError */
  read(kind: ProfileKind, code: string, options?: CallOptions): Promise<SavedProfile>
  /** Creates the profile, or replaces all its fields. Rows that were uploaded before keep what they have. */
  save(
    kind: ProfileKind,
    code: string,
    body: Pick<SavedProfile, 'fields'>,
    options?: CallOptions,
  ): Promise<SavedProfile>
  /** @throws NotFoundError */
  remove(kind: ProfileKind, code: string, options?: CallOptions): Promise<object>
}

const base = '/api/v1/remittance/batches'

/** The calls that read batches of a kind. */
export function openReads<Row>(send: Send, base: string, authentication: 'basic' | 'signature') {
  const reading = { method: 'GET', authentication, safeBecause: 'read' } as const
  return {
    list: ({ limit }: { limit?: number } = {}, options: CallOptions = {}) =>
      pagesOf((range) => send<Page<BatchSummary>>({ ...reading, path: base, query: range, options }), limit),
    read: (batchId: string, options: CallOptions = {}) =>
      send<Batch>({ ...reading, path: base + pathOf`/${batchId}`, options }),
    rows: (
      batchId: string,
      { limit, ...filter }: { state?: BatchRowState; field?: string; limit?: number } = {},
      options: CallOptions = {},
    ) =>
      pagesOf((range) => {
        const query = { ...filter, ...range }
        return send<Page<Row>>({ ...reading, path: base + pathOf`/${batchId}/rows`, query, options })
      }, limit),
    result: (batchId: string, options: CallOptions = {}) =>
      send<Uint8Array>({ ...reading, path: base + pathOf`/${batchId}/result.csv`, options, file: true }),
  }
}

export function openBatches(send: Send): Batches {
  const act = (batchId: string, name: string, options: CallOptions = {}) =>
    send<Batch>({
      ...{ method: 'POST', authentication: 'basic', safeBecause: 'nothing', options },
      path: base + pathOf`/${batchId}/${name}`,
    })
  return {
    ...openReads<BatchRow>(send, base, 'basic'),
    upload: (name, rows, options = {}) =>
      send<Batch>({
        ...{ method: 'POST', authentication: 'basic', safeBecause: 'nothing', options },
        ...{ path: base, query: { name }, body: { rows } },
      }),
    pause: (batchId, options) => act(batchId, 'pause', options),
    resume: (batchId, options) => act(batchId, 'resume', options),
    cancel: (batchId, options) => act(batchId, 'cancel', options),
    retryFailed: (batchId, options) => act(batchId, 'retry-failed', options),
    profiles: openProfiles(send),
  }
}

function openProfiles(send: Send): Profiles {
  const path = '/api/v1/remittance/profiles'
  const reading = { method: 'GET', authentication: 'basic', safeBecause: 'read' } as const
  const changing = { authentication: 'basic', safeBecause: 'nothing' } as const
  const one = (kind: ProfileKind, code: string) => path + pathOf`/${kind}/${code}`
  return {
    list: ({ limit, ...filter } = {}, options = {}) =>
      pagesOf((range) => {
        const query = { ...filter, ...range }
        return send<Page<SavedProfileSummary>>({ ...reading, path, query, options })
      }, limit),
    read: (kind, code, options = {}) => send<SavedProfile>({ ...reading, path: one(kind, code), options }),
    save: (kind, code, body, options = {}) =>
      send<SavedProfile>({ ...changing, method: 'PUT', path: one(kind, code), body, options }),
    remove: (kind, code, options = {}) =>
      send<object>({ ...changing, method: 'DELETE', path: one(kind, code), options }),
  }
}
