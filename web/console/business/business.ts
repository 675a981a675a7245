// The business of a merchant in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import { api } from '../frame/session.ts'

export type Business = schemas.BusinessReview['data']
export type BusinessPaper = Business['papers'][number]
export type BusinessOwner = Business['owners'][number]
export type ExpiringPaper = schemas.ExpiringBusinessPapers['data']['items'][number]

export const businessPath = (code: string) => `/merchants/${encodeURIComponent(code)}/business`

/** Each view is audited. @throws RequestError */
export const readBusiness = (code: string, signal?: AbortSignal): Promise<Business> =>
  api.get(businessPath(code), {}, signal)

export const expiringPapers = (signal: AbortSignal): Promise<{ items: ExpiringPaper[] }> =>
  api.get('/business-papers', {}, signal)

/** Decides on a paper with the files that are shown. @throws RequestError */
export async function decidePaper(
  code: string,
  { paper_id, files }: BusinessPaper,
  decision: { decision: 'accept' | 'return'; reason?: string; expires_on?: string },
): Promise<void> {
  const read = files.map(({ file_id }) => file_id)
  await api.post(`${businessPath(code)}/papers/${paper_id}`, { ...decision, files: read })
}

/** @throws RequestError */
export async function decideOwner(
  code: string,
  { owner_id }: BusinessOwner,
  decision: { decision: OwnerDecision; reason: string },
): Promise<void> {
  await api.post(`${businessPath(code)}/owners/${owner_id}`, decision)
}

export type OwnerDecision = 'clear' | 'confirm' | 'repeat'
