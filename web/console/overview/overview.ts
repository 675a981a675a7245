// The overview and the figures of the service in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import { api } from '../frame/session.ts'

export type Overview = schemas.Overview['data']

export function readOverview(signal?: AbortSignal): Promise<Overview> {
  return api.get('/overview', {}, signal)
}

export type ServiceFigures = schemas.ServiceFigures['data']

/** The figures of the environment that this service is operated for. */
export function readFigures(signal?: AbortSignal): Promise<ServiceFigures> {
  return api.get('/figures', {}, signal)
}
