// Schema of a go-live request's state.
import { z } from 'zod'
import { named, success, zonelessStamp } from '../../platform/http/api.ts'

export const goLiveFields = {
  state: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  requested_at: zonelessStamp.nullable(),
  decided_at: zonelessStamp.nullable(),
  reason: z.string().nullable(),
}

export const exampleGoLive = {
  state: 'PENDING',
  requested_at: '2026-11-21T09:30:00.118204',
  decided_at: null,
  reason: null,
} as const

export const goLiveResponse = named('GoLive', success(z.object(goLiveFields)), {
  status: 'success',
  data: exampleGoLive,
})
