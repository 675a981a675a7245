// Cases in the admin API: types, and the address of a case.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Tone } from '../../ui/display/badge.tsx'

export type Case = schemas.Case
export type CaseSummary = schemas.CaseSummary
export type CaseTransfer = schemas.CaseTransfer
export type PaperRequest = schemas.PaperRequest
export type NewPaperRequest = schemas.NewPaperRequest['data']

export const casesPath = '/compliance/cases'
export const caseHref = (id: string) => `/console/cases/${encodeURIComponent(id)}`

export const caseTones: Record<Case['state'], Tone> = { OPEN: 'wait', PROPOSED: 'wait', CLOSED: 'plain' }
